/** The name of a record, with its id under it for those who need it. */
import { CopyableId } from './copyable-id';

export const LabelledId = ({ name, id }: { name?: string; id: string }) => (
  <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2">
    {name && <span className="truncate">{name}</span>}
    <CopyableId id={id} />
  </span>
);
