/** One message of a FIT file: its global number, and the fields it has by number, as unsigned or signed integers. */
export interface FitMessage {
  readonly type: number
  readonly fields: ReadonlyMap<number, number>
}

interface Definition {
  readonly type: number
  readonly little: boolean
  readonly fields: ReadonlyArray<{ readonly number: number; readonly size: number; readonly base: number }>
  /** Bytes of fields that a device's maker defined, which follow. */
  readonly foreign: number
}

const timestampField = 253

/**
 * The messages of a FIT file (Garmin's Flexible and Interoperable Data Transfer protocol, version 2), in order, up to
 * the first that cannot be read. Only whole numbers of one value are kept: nothing else is asked for here. Throws a
 * RangeError where the file ends too early.
 */
export const fitMessages = function*(bytes: Uint8Array): Generator<FitMessage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || new TextDecoder("latin1").decode(bytes.subarray(8, 12)) !== ".FIT") return
  const definitions = new Map<number, Definition>()
  const end = Math.min(bytes.length, view.getUint8(0) + view.getUint32(4, true))
  let clock = 0
  for (let at = view.getUint8(0); at < end;) {
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
    if (definition === undefined) return
    const fields = new Map<number, number>()
    for (const field of definition.fields) {
      const value = valueAt(view, at, field, definition.little)
      if (value !== null) fields.set(field.number, value)
      at += field.size
    }
    at += definition.foreign
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

/** Null for what the protocol calls invalid, and for texts, fractions and lists. */
const valueAt = (view: DataView, at: number, { base, size }: { readonly base: number; readonly size: number }, little: boolean): number | null => {
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
    case 0x86:
      return size === 4 ? unless(view.getUint32(at, little), 0xffffffff) : null
    default:
      return null
  }
}

const unless = (value: number, invalid: number) => value === invalid ? null : value
