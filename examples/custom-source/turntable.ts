import { pulling, Setting } from "@daybook/adapters/source"
import { listeningWriter, type Play } from "@daybook/core/listening"
import { type Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Either, Option, Stream } from "effect"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const settings = Setting.settings({
  notebook: Setting.withDefault(
    Setting.setting({
      name: "DAYBOOK_TURNTABLE_NOTEBOOK",
      type: "path",
      sentence: "the notebook next to the record player",
      parse: Either.right<string>
    }),
    fileURLToPath(new URL("notebook.csv", import.meta.url)),
    { absence: "`notebook.csv`" }
  )
})

const badFile = (message: string) =>
  new SourceFailure({ source: "turntable", state: "bad_file", message, next: "correct the notebook" })

/** A line of the notebook: `2026-03-14T20:15:00Z;artist;album;track`. */
const toPlay = (line: string, index: number): Either.Either<Play, SourceFailure> => {
  const [at = "", artist = "", album = "", track = ""] = line.split(";")
  const named = (name: string) => ({ name, mbid: null, url: null })
  const playedAt = Date.parse(at)
  return Number.isNaN(playedAt) || artist === "" || track === ""
    ? Either.left(badFile(`line ${index + 1} of the notebook is not time;artist;album;track`))
    : Either.right({
        playedAt,
        precision: "second",
        artist: named(artist),
        album: album === "" ? null : named(album),
        track: named(track)
      })
}

/** The notebook is one page that covers all of time, so a deleted line deletes its play. */
const pageOf = (plays: ReadonlyArray<Play>): Page<Play> => ({
  records: plays,
  deleted: [],
  covers: Option.some({ from: 0, to: Date.now() }),
  cursor: Option.none(),
  total: Option.some(plays.length)
})

const read = (notebook: string): Effect.Effect<Page<Play>, SourceFailure> =>
  Effect.tryPromise({
    try: () => readFile(notebook, "utf8"),
    catch: () => badFile(`the notebook ${notebook} cannot be read`)
  }).pipe(
    Effect.map((text) => text.split(/\r?\n/).filter((line) => line.trim() !== "")),
    Effect.flatMap((lines) => Effect.all(lines.map(toPlay))),
    Effect.map(pageOf)
  )

/** Plays of records, from a notebook next to the record player with one play per line. */
export const turntable = pulling({
  id: "turntable",
  writer: listeningWriter,
  syncType: "scrobbles",
  schedule: { cron: "*/5 * * * *", zone: "UTC" },
  settings,
  calls: () => [],
  open: ({ notebook }) => Effect.succeed({ pull: () => Stream.fromEffect(read(notebook)) })
})
