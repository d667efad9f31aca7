/** Sets up tests of rule actions: a program whose rules each act on one event type, and the outcomes of their actions. */
import type { ActionResult, EventDetail } from '@/contract/event';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import { programWithAsset, type TestProgram } from './programs';

type Settings = Parameters<typeof programWithAsset>[0];
type Fields = Record<string, unknown>;

export interface ActionProgram extends TestProgram {
  /** Creates a rule that acts on events of this type. A balance action uses the first asset unless it names one. */
  on(type: string, ...actions: readonly Fields[]): Promise<void>;
  /** Sends an event of this type for ada and processes it. */
  happen(type: string, data?: Fields, event?: Fields): Promise<EventDetail>;
  /** The action outcomes of the last rule that matched. */
  outcomes(type: string, data?: Fields, event?: Fields): Promise<ActionResult[]>;
  person(externalId?: string): Promise<ParticipantDetail>;
  /** Enrolls participants in the program. */
  enroll(...externalIds: readonly string[]): Promise<ParticipantDetail[]>;
  group(...members: readonly ParticipantDetail[]): Promise<GroupDetail>;
  balance(externalId?: string): Promise<{ available: string; held: string; deferred: string }>;
}

const OF_BALANCE = new Set(['CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'FORFEIT', 'VOID_PENDING', 'TAKE_BACK', 'TRANSFER']);

export async function actionProgram(settings: Settings = {}): Promise<ActionProgram> {
  const made = await programWithAsset({ symbol: 'PTS', ...settings });
  const { api, program, asset } = made;
  const happen: ActionProgram['happen'] = (type, data = {}, event = {}) => made.sendAndProcess({ ...event, event_data: { ...data, type } });
  const person = async (externalId = 'ada') => (await api.get<ParticipantDetail>(`/participants/ext:${externalId}`)).body;
  return {
    ...made,
    happen,
    person,
    on: async (type, ...actions) => {
      const ofAsset = actions.map((action) => (OF_BALANCE.has(String(action.type)) ? { asset_id: asset.id, ...action } : action));
      await made.addRule({ condition: `event.type == "${type}"`, actions: ofAsset });
    },
    outcomes: async (type, data, event) =>
      (await happen(type, data, event)).rule_evaluations.findLast(({ status }) => status === 'MATCHED')?.actions ?? [],
    enroll: (...externalIds) =>
      Promise.all(
        externalIds.map(
          async (external_id) => (await api.post<ParticipantDetail>('/participants', { external_id, program_id: program.id })).body,
        ),
      ),
    group: async (...members) =>
      (
        await api.post<GroupDetail>('/groups', {
          name: 'Baristas',
          members: members.map(({ id }) => ({ participant_id: id, role: 'ADMIN' })),
        })
      ).body,
    balance: async (externalId = 'ada') => {
      const {
        available = '0',
        held = '0',
        deferred = '0',
      } = (await person(externalId)).balances.find((row) => row.asset_id === asset.id) ?? {};
      return { available, held, deferred };
    },
  };
}
