import { writingLayer } from "@daybook/adapters"
import { type ListeningWrites, type Play, listeningRoom } from "@daybook/core/listening"
import { type Page, SourceFailure, SyncEngine, provide, quietly, source } from "@daybook/core/sync"
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Option, Stream } from "effect"
import { readFile } from "node:fs/promises"

/** A notebook beside the record player: `2026-03-14T20:15:00Z;artist;album;track`, a line a play. */
const notebook = new URL("notebook.csv", import.meta.url)

const toPlay = (line: string): Play => {
  const [at = "", artist = "", album = "", track = ""] = line.split(";")
  const named = (name: string) => ({ name, mbid: null, url: null })
  return { playedAt: Date.parse(at), precision: "second", artist: named(artist), album: named(album), track: named(track) }
}

/** The whole notebook is one page: it covers all of time, so a line struck out there disappears here. */
const page = (plays: ReadonlyArray<Play>): Page<Play> => ({
  records: plays,
  gone: [],
  covers: Option.some({ from: 0, to: Date.now() }),
  cursor: Option.none(),
  total: Option.some(plays.length)
})

const turntable = source({
  id: "turntable",
  room: listeningRoom,
  syncType: "scrobbles",
  importFile: Option.none(),
  pull: () =>
    Stream.fromEffect(Effect.tryPromise({
      try: async () => page((await readFile(notebook, "utf8")).trim().split("\n").map(toPlay)),
      catch: () => new SourceFailure({ source: "turntable", state: "bad_file", message: "the notebook cannot be read", next: "check notebook.csv" })
    }))
})

const program = Effect.gen(function*() {
  const engine = yield* SyncEngine
  const report = yield* engine.sync(provide(turntable, yield* Effect.context<ListeningWrites>()), quietly("command"))
  yield* Console.log(`${report.added} plays added, ${report.removed} removed`)
})

NodeRuntime.runMain(Effect.provide(program, writingLayer))
