/** (h): events per second of a backtest. */
import { setTimeout as delay } from 'node:timers/promises';
import { load } from './load';
import { median, type Ratio } from './pairs';
import { call } from './service';
import { makeClub, untilIdle, singleEvents, eventOf, type Stage } from './stage';

const GOAL = 5_000;

interface Backtest {
  readonly id: string;
  readonly status: string;
  readonly result: { readonly events: { readonly total: number } } | null;
}

export async function backtests(stage: Stage): Promise<Ratio[]> {
  const { service, scale } = stage;
  const from = new Date().toISOString();
  const club = await makeClub(service);
  const plan = {
    ...singleEvents(stage, club),
    path: '/v1/events/batch',
    body: '{"events":[{events}]}',
    event: eventOf(club),
    batch: 100,
    connections: 8,
  };
  await load({ ...plan, requests: Math.ceil(scale.events / 100) });
  await untilIdle(stage);
  await delay(50);
  const rates: number[] = [];
  for (let run = 0; run <= scale.pairs; run += 1) rates.push(await tried(stage, club, from, new Date().toISOString()));
  const value = median(rates.slice(1));
  return [
    {
      name: 'h',
      what: 'events that a backtest tries',
      unit: 'a second',
      ours: value,
      theirs: null,
      value,
      goal: GOAL,
      better: 'higher',
      pairs: [],
    },
  ];
}

async function tried(
  { service: { origin } }: Stage,
  { key, programId }: { key: string; programId: string },
  from: string,
  to: string,
): Promise<number> {
  const path = `/v1/programs/${programId}/backtests`;
  const began = performance.now();
  let { id, status, result } = await call<Backtest>(origin, key, path, { from, to });
  while (status === 'QUEUED' || status === 'RUNNING') {
    await delay(10);
    ({ id, status, result } = await call<Backtest>(origin, key, `${path}/${id}`));
  }
  if (!result) throw new Error(`The backtest ended as ${status}.`);
  return (result.events.total * 1_000) / (performance.now() - began);
}
