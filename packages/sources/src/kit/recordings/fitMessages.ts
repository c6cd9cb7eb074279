/** One message of a FIT file: its global number and its integer fields by number. */
export interface FitMessage {
  readonly type: number
  readonly fields: ReadonlyMap<number, number>
}

interface Definition {
  readonly type: number
  readonly little: boolean
  readonly fields: ReadonlyArray<{ readonly number: number; readonly size: number; readonly base: number }>
  /** Bytes of the developer fields that follow. */
  readonly foreign: number
}

export const timestampField = 253

const minHeaderBytes = 12
const checksum = 2

const isHeader = (bytes: Uint8Array, at: number): boolean =>
  at + minHeaderBytes <= bytes.length &&
  bytes[at]! >= minHeaderBytes &&
  Buffer.from(bytes.subarray(at + 8, at + 12)).toString("latin1") === ".FIT"

/** What is known of one FIT file. Several may be chained in a file. */
interface ReadFile<A> {
  readonly content: A
  /** Whether all of its messages could be read. */
  readonly isWhole: boolean
}

/**
 * Reads the files in a file of Garmin's Flexible and Interoperable Data Transfer protocol, version 2. For each of them,
 * `empty` makes what `add` changes by one message after the other.
 */
export const readFit = <A>(
  bytes: Uint8Array,
  empty: () => A,
  add: (content: A, message: FitMessage) => void
): ReadonlyArray<ReadFile<A>> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files: Array<ReadFile<A>> = []
  for (let at = 0; isHeader(bytes, at);) {
    const content = empty()
    const start = at + view.getUint8(at)
    // A device that lost its power did not write the size.
    const size = view.getUint32(at + 4, true) || bytes.length - start
    const isWhole = readMessages(view, start, start + size, (message) => add(content, message))
    files.push({ content, isWhole })
    at = start + size + checksum
  }
  return files
}

const readMessages = (view: DataView, start: number, end: number, add: (message: FitMessage) => void): boolean => {
  try {
    for (const message of fitMessages(view, start, Math.min(end, view.byteLength))) add(message)
    return end <= view.byteLength
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Messages in order. Yields single integer values only; other types are not needed. Throws a RangeError at the first
 * message that is unreadable or has no end.
 */
const fitMessages = function* (view: DataView, start: number, end: number): Generator<FitMessage> {
  const definitions = new Map<number, Definition>()
  let clock = 0
  for (let at = start; at < end;) {
    const header = view.getUint8(at++)
    const isCompressed = (header & 0x80) !== 0
    const local = isCompressed ? (header >> 5) & 3 : header & 15
    if (!isCompressed && (header & 0x40) !== 0) {
      const definition = definitionAt(view, at, (header & 0x20) !== 0)
      definitions.set(local, definition)
      at = definition.end
      continue
    }
    const definition = definitions.get(local)
    if (definition === undefined) throw new RangeError("the message has no definition")
    const fields = new Map<number, number>()
    for (const field of definition.fields) {
      const value = valueAt(view, at, field, definition.little)
      if (value !== null) fields.set(field.number, value)
      at += field.size
    }
    at += definition.foreign
    // The last field of a truncated message may be one that is not read.
    if (at > end) throw new RangeError("the message has no end")
    if (isCompressed) fields.set(timestampField, clock + (((header & 31) - clock) & 31))
    clock = fields.get(timestampField) ?? clock
    yield { type: definition.type, fields }
  }
}

const definitionAt = (view: DataView, start: number, hasForeign: boolean): Definition & { readonly end: number } => {
  const little = view.getUint8(start + 1) === 0
  const count = view.getUint8(start + 4)
  const fields = Array.from({ length: count }, (_, index) => {
    const at = start + 5 + index * 3
    return { number: view.getUint8(at), size: view.getUint8(at + 1), base: view.getUint8(at + 2) }
  })
  let end = start + 5 + count * 3
  let foreign = 0
  if (hasForeign) {
    const more = view.getUint8(end++)
    for (let index = 0; index < more; index++) foreign += view.getUint8(end + index * 3 + 1)
    end += more * 3
  }
  return { type: view.getUint16(start + 2, little), little, fields, foreign, end }
}

/** Null for the protocol's invalid values, and for texts, fractions and lists. */
const valueAt = (
  view: DataView,
  at: number,
  { base, size }: { readonly base: number; readonly size: number },
  little: boolean
): number | null => {
  switch (base) {
    case 0x00:
    case 0x02:
      return size === 1 ? unless(view.getUint8(at), 0xff) : null
    case 0x0a:
      return size === 1 ? unless(view.getUint8(at), 0) : null
    case 0x01:
      return size === 1 ? unless(view.getInt8(at), 0x7f) : null
    case 0x83:
      return size === 2 ? unless(view.getInt16(at, little), 0x7fff) : null
    case 0x84:
      return size === 2 ? unless(view.getUint16(at, little), 0xffff) : null
    case 0x85:
      return size === 4 ? unless(view.getInt32(at, little), 0x7fffffff) : null
    case 0x8b:
      return size === 2 ? unless(view.getUint16(at, little), 0) : null
    case 0x8c:
      return size === 4 ? unless(view.getUint32(at, little), 0) : null
    case 0x86:
      return size === 4 ? unless(view.getUint32(at, little), 0xffffffff) : null
    default:
      return null
  }
}

const unless = (value: number, invalid: number) => (value === invalid ? null : value)
