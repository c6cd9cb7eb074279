import type { RejectedFile, SourceFailure } from "@daybook/core/sync"
import { Effect } from "effect"
import { createHash } from "node:crypto"

const chunk = 1_048_576
/** Maximum length of a line, in bytes. */
const maxLineBytes = 4_096
/** Maximum number of rows and of names of members. */
const maxRows = 1_000

/** The line of a place such as `line 12`, or undefined for one in an archive or in JSON. */
const lineIn = (place: string): number | undefined => {
  const [, line] = /^line (\d{1,9})\b/.exec(place) ?? []
  return line === undefined ? undefined : Number(line)
}

/** Collects some lines of a file that is read in parts. A compressed file or an archive has no lines. */
const lineCollector = (numbers: ReadonlySet<number>) => {
  const lines = new Map<number, Buffer>()
  let line = 1
  const add = (bytes: Buffer) => {
    const before = lines.get(line)
    if (!numbers.has(line) || (before?.length ?? 0) >= maxLineBytes) return
    lines.set(line, Buffer.concat([before ?? Buffer.alloc(0), bytes]).subarray(0, maxLineBytes))
  }
  return {
    take: (part: Buffer) => {
      if (numbers.size === 0) return
      let from = 0
      for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
        add(part.subarray(from, end))
        from = end + 1
        line++
      }
      add(part.subarray(from))
    },
    textOf: (at: number | undefined): string | null => {
      const bytes = at === undefined ? undefined : lines.get(at)
      return bytes === undefined || bytes.includes(0) ? null : bytes.toString("utf8").replace(/\r$/, "")
    }
  }
}

/** What is known of a file: name, size, SHA-256, members, and the rows that could not be read. */
export const fileFacts = ({ file, members, reason, rows }: RejectedFile): Effect.Effect<object, SourceFailure> =>
  Effect.gen(function* () {
    const places = rows.slice(0, maxRows).map((row) => ({ ...row, line: lineIn(row.place) }))
    const numbers = members.length > 0 ? [] : places.flatMap(({ line }) => line ?? [])
    const collector = lineCollector(new Set(numbers))
    const hash = createHash("sha256")
    for (let at = 0; at < file.size; at += chunk) {
      const part = yield* file.slice(at, Math.min(file.size, at + chunk))
      hash.update(part)
      collector.take(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    }
    return {
      ...{ name: file.name, size: file.size, sha256: hash.digest("hex"), reason },
      members: members.slice(0, maxRows),
      rows: places.map(({ line, place, reason }) => ({ place, reason, text: collector.textOf(line) }))
    }
  })
