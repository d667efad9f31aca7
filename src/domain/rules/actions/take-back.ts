/** TAKE_BACK: takes back what its target earned under a reference, or a share of it; does nothing if nothing is left of that. */
import { takeBack } from '@/domain/ledger/take-back';
import { RuleSyntaxError } from '../cel/syntax-error';
import { rootsOf } from '../references';
import { compileTemplate, constantAmount, templateExpressions } from '../template';
import type { ActionSource } from './catalog';
import type { ActionFault, ActionKind } from './kind';
import { assetOf, moved, openMovement, skippedZero } from './movement';
import { resolveHolder } from './target';

export const takeBackAction: ActionKind<'TAKE_BACK'> = {
  faults: (source) => [...whereReadable(() => referenceFaults(source)), ...whereReadable(() => shareFaults(source))],
  perform: (stage, source, fields) => {
    const asset = assetOf(stage, source);
    if (fields.share.isZero()) return skippedZero(asset);
    const { context, holder, account, command } = openMovement(stage, resolveHolder(stage, source.target), asset, fields);
    const earning = stage.draft.earning(account, fields.reference_id);
    const { share, reference_id: referenceId } = fields;
    const taking = { ...command, referenceId, share, most: stage.most, shortfallPolicy: source.shortfall_policy };
    return moved(holder, asset, takeBack(context, account, earning, taking));
  },
};

/** What was earned is looked up before the rules of a batch run, when only its events are known. */
function referenceFaults({ reference_id }: ActionSource<'TAKE_BACK'>): ActionFault[] {
  const [other] = [...rootsOf(templateExpressions(compileTemplate(reference_id, 'text')))].filter((root) => root !== 'event');
  if (other === undefined) return [];
  return [
    {
      field: 'reference_id',
      message: `The reference of what is taken back can read the event alone; leave \`${other}\` out.`,
      reason: 'invalid_value',
    },
  ];
}

function shareFaults({ share }: ActionSource<'TAKE_BACK'>): ActionFault[] {
  const constant = constantAmount(compileTemplate(String(share), 'amount'));
  if (!constant || (constant.greaterThan(0) && constant.lessThanOrEqualTo(1))) return [];
  return [
    {
      field: 'share',
      message: 'Write a share above 0 and up to 1; 1 takes back all that is left.',
      reason: 'out_of_range',
      expected: 'above 0, up to 1',
      received: String(share),
    },
  ];
}

/** None for a template that does not compile, which is a fault of its own. */
function whereReadable(faults: () => ActionFault[]): ActionFault[] {
  try {
    return faults();
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return [];
  }
}
