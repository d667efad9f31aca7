/** Reads the values of the CEL specification's test cases as values of the engine. */
import { CelScalar, celUint, listType, mapType, objectType, type CelType } from '@bufbuild/cel';
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import { callLibrary } from '@/domain/rules/cel/library';
import { conditionNumbers } from '@/domain/rules/cel/numbers';
import { BuiltList, BuiltMap, CelFailure, mapKeyOf, type MapKey, type RuleValue } from '@/domain/rules/cel/values';

const TYPES: Readonly<Record<string, CelType>> = {
  bool: CelScalar.BOOL,
  int: CelScalar.INT,
  uint: CelScalar.UINT,
  double: CelScalar.DOUBLE,
  string: CelScalar.STRING,
  bytes: CelScalar.BYTES,
  null_type: CelScalar.NULL,
  type: CelScalar.TYPE,
  list: listType(CelScalar.DYN),
  map: mapType(CelScalar.DYN, CelScalar.DYN),
};

/** A value that only protobuf messages or enums can express. */
export class NotInTheLanguage extends Error {}

export function valueOfSpec({ kind }: Value): RuleValue {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
    case 'bytesValue':
    case 'int64Value':
    case 'doubleValue':
      return kind.value;
    case 'uint64Value':
      return celUint(kind.value);
    case 'typeValue':
      return TYPES[kind.value] ?? objectType(kind.value);
    case 'listValue':
      return new BuiltList(kind.value.values.map(valueOfSpec));
    case 'mapValue':
      return mapOfSpec(kind.value.entries);
    case 'objectValue':
      return timeOfSpec(kind.value.typeUrl, kind.value.value);
    default:
      throw new NotInTheLanguage(kind.case);
  }
}

function mapOfSpec(entries: readonly { key?: Value; value?: Value }[]): RuleValue {
  const built = new Map<MapKey, { key: RuleValue; value: RuleValue }>();
  for (const entry of entries) {
    if (entry.key === undefined || entry.value === undefined) throw new NotInTheLanguage('entry');
    const key = valueOfSpec(entry.key);
    const mapKey = mapKeyOf(key);
    if (mapKey !== undefined) built.set(mapKey, { key, value: valueOfSpec(entry.value) });
  }
  return new BuiltMap(built);
}

/** The seconds and nanoseconds of an encoded Timestamp or Duration: fields 1 and 2, both varints. */
function secondsAndNanos(bytes: Uint8Array): [bigint, bigint] {
  const fields: [bigint, bigint] = [0n, 0n];
  let at = 0;
  while (at < bytes.length) {
    const field = ((bytes[at] ?? 0) >> 3) - 1;
    let value = 0n;
    let shift = 0n;
    do {
      at += 1;
      value |= BigInt((bytes[at] ?? 0) & 0x7f) << shift;
      shift += 7n;
    } while (((bytes[at] ?? 0) & 0x80) !== 0);
    at += 1;
    if (field === 0 || field === 1) fields[field] = BigInt.asIntN(64, value);
  }
  return fields;
}

function timeOfSpec(typeUrl: string, bytes: Uint8Array): RuleValue {
  const [seconds, nanos] = secondsAndNanos(bytes);
  const fraction = `${seconds}s${nanos}ns`;
  const duration = callLibrary('duration', 'function', [nanos < 0n ? `${seconds}s` : fraction], conditionNumbers);
  if (typeUrl.endsWith('/google.protobuf.Duration') && !(duration instanceof CelFailure)) return duration;
  if (!typeUrl.endsWith('/google.protobuf.Timestamp')) throw new NotInTheLanguage(typeUrl);
  const date = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${String(nanos).padStart(9, '0')}Z`);
  const timestamp = callLibrary('timestamp', 'function', [date], conditionNumbers);
  if (timestamp instanceof CelFailure) throw new NotInTheLanguage(timestamp.reason);
  return timestamp;
}
