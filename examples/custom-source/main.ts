import { writingLayer } from "@daybook/adapters"
import { type ListeningWriteServices, type Play, listeningWriter } from "@daybook/core/listening"
import { type Page, SourceFailure, SyncEngine, provide, syncDefaults, source } from "@daybook/core/sync"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Option, Stream } from "effect"
import { readFile } from "node:fs/promises"

/** A list of played records, one line per play: `2026-03-14T20:15:00Z;artist;album;track`. */
const notebook = new URL("notebook.csv", import.meta.url)

const toPlay = (line: string): Play => {
  const [at = "", artist = "", album = "", track = ""] = line.split(";")
  const named = (name: string) => ({ name, mbid: null, url: null })
  return {
    playedAt: Date.parse(at),
    precision: "second",
    artist: named(artist),
    album: named(album),
    track: named(track)
  }
}

/** The file is one page that covers all of time, so a deleted line deletes its play. */
const page = (plays: ReadonlyArray<Play>): Page<Play> => ({
  records: plays,
  deleted: [],
  covers: Option.some({ from: 0, to: Date.now() }),
  cursor: Option.none(),
  total: Option.some(plays.length)
})

const turntable = source({
  id: "turntable",
  writer: listeningWriter,
  syncType: "scrobbles",
  importFile: Option.none(),
  pull: () =>
    Stream.fromEffect(
      Effect.tryPromise({
        try: async () => page((await readFile(notebook, "utf8")).trim().split("\n").map(toPlay)),
        catch: () =>
          new SourceFailure({
            source: "turntable",
            state: "bad_file",
            message: "the notebook cannot be read",
            next: "check notebook.csv"
          })
      })
    )
})

const program = Effect.gen(function* () {
  const engine = yield* SyncEngine
  const report = yield* engine.sync(
    provide(turntable, yield* Effect.context<ListeningWriteServices>()),
    syncDefaults("command")
  )
  yield* Console.log(`${report.added} plays added, ${report.removed} removed`)
})

NodeRuntime.runMain(Effect.provide(program, writingLayer))
