import { Chunk, Context, Effect, Stream } from "effect"

/** Compresses what goes into archives. */
export class Deflate extends Context.Tag("@daybook/core/Deflate")<
  Deflate,
  {
    /** A text in UTF-8 as raw DEFLATE (RFC 1951), with the size and the CRC-32 before that. */
    readonly pack: (text: string) => Effect.Effect<PackedText>
  }
>() {}

interface PackedText {
  readonly packed: Uint8Array
  /** Bytes before compression. */
  readonly size: number
  readonly crc: number
}

/** One file of an archive. It is in memory while it is compressed. */
export interface ZipMember {
  /** In ASCII. */
  readonly name: string
  readonly text: string
}

/** PKWARE APPNOTE 6.3: §4.3.7 local header, §4.3.12 central directory, §4.3.16 its end. */
const localSignature = 0x04034b50
const entrySignature = 0x02014b50
const endSignature = 0x06054b50

const version = 20
const deflateMethod = 8
/** 1980-01-01, the first day of MS-DOS: members have no time of their own. */
const noDate = 0x0021

type Field = readonly [bytes: 2 | 4, value: number]

const record = (fields: ReadonlyArray<Field>, name = ""): Uint8Array => {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0)
  const view = new DataView(new ArrayBuffer(length + name.length))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  for (let index = 0; index < name.length; index++) view.setUint8(length + index, name.charCodeAt(index))
  return new Uint8Array(view.buffer)
}

/** What the local header and the central directory both say of a member. */
const described = (name: string, { crc, packed, size }: PackedText): ReadonlyArray<Field> => [
  [2, version],
  [2, 0],
  [2, deflateMethod],
  [2, 0],
  [2, noDate],
  [4, crc],
  [4, packed.length],
  [4, size],
  [2, name.length],
  [2, 0]
]

const entryOf = (name: string, packed: PackedText, offset: number): Uint8Array =>
  record(
    [[4, entrySignature], [2, version], ...described(name, packed), [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]],
    name
  )

const endOf = (entries: ReadonlyArray<Uint8Array>, offset: number): Uint8Array =>
  record([
    [4, endSignature],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, entries.reduce((sum, { length }) => sum + length, 0)],
    [4, offset],
    [2, 0]
  ])

/**
 * A zip archive, member by member. Sizes stand before the data, so that readers that do not seek can read it too. Up to
 * 65,535 members and 4 GiB: no format here comes near.
 */
export const zip = <E, R>(members: Stream.Stream<ZipMember, E, R>): Stream.Stream<Uint8Array, E, R | Deflate> =>
  Stream.suspend(() => {
    const entries: Array<Uint8Array> = []
    let offset = 0
    const memberBytes = Stream.mapEffect(members, ({ name, text }) =>
      Effect.gen(function* () {
        const packed = yield* Effect.flatMap(Deflate, ({ pack }) => pack(text))
        const header = record([[4, localSignature], ...described(name, packed)], name)
        entries.push(entryOf(name, packed, offset))
        offset += header.length + packed.packed.length
        return Chunk.make(header, packed.packed)
      })
    )
    return Stream.concat(
      Stream.flattenChunks(memberBytes),
      Stream.suspend(() => Stream.fromIterable([...entries, endOf(entries, offset)]))
    )
  })
