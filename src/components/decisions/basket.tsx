/** Shows what a decision was about: its items as a table, everything else as fields. */
import { isRecord } from '@/domain/fields';
import { Facts } from '@/components/ui/facts';

type Basket = Readonly<Record<string, unknown>>;

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** The items, if they are a list of objects. */
function itemsOf({ items }: Basket): Basket[] | null {
  return Array.isArray(items) && items.length > 0 && items.every(isRecord) ? items : null;
}

export function BasketView({ basket }: { basket: Basket }) {
  const items = itemsOf(basket);
  const fields = Object.entries(basket).filter(([name]) => items === null || name !== 'items');
  return (
    <div className="flex flex-col gap-3">
      {fields.length > 0 && <Facts facts={fields.map(([name, value]) => ({ name, value: valueText(value) }))} />}
      {items && <Items items={items} />}
      {fields.length === 0 && items === null && <p className="panel text-ink-soft p-3">The basket has no data.</p>}
    </div>
  );
}

function Items({ items }: { items: readonly Basket[] }) {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const isNumeric = (name: string) => items.every((item) => item[name] === undefined || typeof item[name] === 'number');
  const align = (name: string) => (isNumeric(name) ? 'text-right tabular-nums' : 'text-left');
  return (
    <div tabIndex={0} className="panel overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">Items</caption>
        <thead className="text-ink-soft text-xs">
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className={`border-line border-b px-3 py-2 font-medium whitespace-nowrap ${align(name)}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {items.map((item, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name} className={`px-3 py-2 align-top ${align(name)}`}>
                  {item[name] === undefined ? '' : valueText(item[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
