import { Effect, Option, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Row } from "../support/Bench.js"
import { BenchFailure } from "../support/BenchFailure.js"
import { exit, program } from "../support/child.js"
import * as Daybook from "../support/daybook.js"
import { emptyStorage, temporary } from "../support/Engine.js"
import { helper } from "../support/helper.js"
import { nextTo } from "../support/Line.js"
import { withPeakMemory } from "../support/memory.js"

/** The same names, rows and indexes in SQLite, without anything that is computed from them. */
const sqliteScript = (file: string) => `
PRAGMA journal_mode = WAL;
CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE albums (id INTEGER PRIMARY KEY, artist_id INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (artist_id, name));
CREATE TABLE tracks (id INTEGER PRIMARY KEY, artist_id INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (artist_id, name));
CREATE TABLE plays (id INTEGER PRIMARY KEY, played_at INTEGER NOT NULL, artist_id INTEGER NOT NULL,
  track_id INTEGER NOT NULL, album_id INTEGER, day TEXT NOT NULL, source TEXT NOT NULL);
CREATE UNIQUE INDEX plays_key ON plays (played_at, track_id, album_id, source);
CREATE INDEX plays_of_artist ON plays (artist_id, played_at);
CREATE INDEX plays_of_album ON plays (album_id, played_at);
CREATE INDEX plays_of_track ON plays (track_id, played_at);
CREATE TEMP TABLE rows (uts, utc_time, artist, artist_mbid, album, album_mbid, track, track_mbid);
.import --csv --skip 1 '${file}' rows
INSERT INTO artists (name) SELECT DISTINCT artist FROM rows;
INSERT INTO albums (artist_id, name)
  SELECT DISTINCT artists.id, album FROM rows JOIN artists ON artists.name = artist WHERE album <> '';
INSERT INTO tracks (artist_id, name) SELECT DISTINCT artists.id, track FROM rows JOIN artists ON artists.name = artist;
INSERT OR IGNORE INTO plays (played_at, artist_id, track_id, album_id, day, source)
  SELECT CAST(uts AS INTEGER), artists.id, tracks.id, albums.id, date(CAST(uts AS INTEGER), 'unixepoch'), 'lastfm'
  FROM rows JOIN artists ON artists.name = artist
  JOIN tracks ON tracks.artist_id = artists.id AND tracks.name = track
  LEFT JOIN albums ON albums.artist_id = artists.id AND albums.name = album;
SELECT count(*) FROM plays;
`

const seconds = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const start = performance.now()
    return Effect.map(work, (result) => ({ result, seconds: (performance.now() - start) / 1_000 }))
  })

/** Peak memory of `sqlite3` in megabytes while it reads the file; none if the command is not installed. */
const importWithSqlite = (folder: string, file: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const script = join(folder, "import.sql")
      yield* Effect.sync(() => writeFileSync(script, sqliteScript(file)))
      const options = { cwd: folder, stdio: "ignore" } as const
      const child = yield* program("sqlite3", ["-bail", join(folder, "plays.db"), `.read '${script}'`], options)
      const [code, memory] = yield* withPeakMemory(child.pid ?? 0, exit(child))
      if (code > 0) return yield* new BenchFailure({ message: `sqlite3 ended with ${code}` })
      return code === 0 ? Option.some(memory) : Option.none()
    })
  )

const Reports = Schema.parseJson(Schema.Array(Schema.Struct({ added: Schema.Number })))

/** The import of an export file next to SQLite, which only stores the rows. */
export const importFile: Row = {
  name: "importFile",
  measure: (bench) =>
    Effect.gen(function* () {
      const folder = yield* temporary
      const file = join(folder, "plays.csv")
      const plays = yield* Effect.scoped(
        Effect.map(helper<number>("playsFile", { path: file, size: bench.size }, { cwd: folder }), ({ ready }) => ready)
      )
      const place = { cwd: folder, env: yield* emptyStorage(bench.engine, folder, bench.serverUrl) }
      yield* Daybook.run(["migrate"], place)
      const ours = yield* seconds(Daybook.run(["import", "lastfm", file, "--json"], place))
      const sqlite = yield* seconds(importWithSqlite(folder, file))
      const [report = { added: 0 }] = yield* Effect.orDie(Schema.decode(Reports)(ours.result.stdout))
      return [
        nextTo("importFile", {
          what: "import of an export file",
          unit: "rows/s",
          value: plays / ours.seconds,
          yardstick: Option.isSome(sqlite.result) ? plays / sqlite.seconds : null,
          note: `${plays.toLocaleString("en-US")} rows, ${report.added.toLocaleString("en-US")} added; sqlite3 ${Option.isSome(sqlite.result) ? "stores the rows alone" : "is not installed"}`
        }),
        nextTo("importFile", {
          what: "memory of an import at its peak",
          unit: "MB",
          value: ours.result.memory,
          yardstick: Option.getOrNull(sqlite.result)
        })
      ]
    })
}
