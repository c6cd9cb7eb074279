import sqlite, { type Database } from "node-sqlite3-wasm"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A book of KOReader's statistics. What is left out is as KOReader writes it for a file that does not say. */
export interface StatisticsBook {
  readonly title?: string | null
  readonly authors?: string
  readonly series?: string
  readonly pages?: number | null
  readonly md5?: string | null
  /** Epoch seconds. */
  readonly lastOpen?: number
  /** `[page, time in epoch seconds, seconds, number of pages]`; the last one is that of the book if left out. */
  readonly visits?: ReadonlyArray<readonly [page: number, at: number, seconds?: number, of?: number]>
}

/** The tables of KOReader's plugin `statistics.koplugin` (schema 20221111). */
const schema = `
  CREATE TABLE book (id integer PRIMARY KEY autoincrement, title text, authors text, notes integer, last_open integer,
    highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
    total_read_pages integer);
  CREATE UNIQUE INDEX book_title_authors_md5 ON book(title, authors, md5);
  CREATE TABLE page_stat_data (id_book integer, page integer NOT NULL DEFAULT 0, start_time integer NOT NULL DEFAULT 0,
    duration integer NOT NULL DEFAULT 0, total_pages integer NOT NULL DEFAULT 0, UNIQUE (id_book, page, start_time),
    FOREIGN KEY(id_book) REFERENCES book(id));
  CREATE INDEX page_stat_data_start_time ON page_stat_data(start_time);
  CREATE TABLE numbers (number INTEGER PRIMARY KEY);
  CREATE VIEW page_stat AS SELECT id_book, page, start_time, duration FROM page_stat_data;
  PRAGMA user_version=20221111;`

/** The bytes of a database that `write` fills. */
export const databaseOf = (write: (database: Database) => void): Uint8Array => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-statistics-"))
  try {
    const path = join(folder, "statistics.sqlite3")
    const database = new sqlite.Database(path)
    write(database)
    database.close()
    return new Uint8Array(readFileSync(path))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `statistics.sqlite3` of KOReader, on a device that uses a write-ahead log. */
export const statisticsFile = (books: ReadonlyArray<StatisticsBook>): Uint8Array => {
  const bytes = databaseOf((database) => {
    database.exec(schema)
    database.exec("BEGIN")
    books.forEach(
      ({ authors = "N/A", lastOpen = 0, md5 = null, pages = null, series = "N/A", title = null, visits = [] }, at) => {
        const seconds = visits.reduce((sum, [, , duration = 60]) => sum + duration, 0)
        database.run("INSERT INTO book VALUES (?, ?, ?, 0, ?, 0, ?, ?, 'N/A', ?, ?, ?)", [
          ...[at + 1, title, authors, lastOpen, pages, series, md5, seconds, visits.length]
        ])
        for (const [page, time, duration = 60, of = pages ?? 1] of visits)
          database.run("INSERT INTO page_stat_data VALUES (?, ?, ?, ?, ?)", [at + 1, page, time, duration, of])
      }
    )
    database.exec("COMMIT")
  })
  // Versions of the formats for writing and reading: 2 for a write-ahead log.
  bytes.set([2, 2], 18)
  return bytes
}
