import { BackupDownloads, type BackupState, Backups } from "@daybook/core/backups"
import { HostHealth } from "@daybook/core/host"
import { NoData } from "@daybook/core/shared"
import { Effect, Layer, Stream } from "effect"

const name = "daybook-2025-03-14T03-00-00-000Z.backup"
const content = new TextEncoder().encode("a backup of the sample")

const dates = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2025, 1, 14 + index)).toISOString().slice(0, 10)
)

/** The code of a download address that always works. */
export const sampleDownload = "svc_file_sample"

export const downloads = Layer.effect(
  BackupDownloads,
  Effect.map(
    BackupDownloads,
    (real) =>
      new BackupDownloads({
        ...real,
        take: (code) => (code === sampleDownload ? Effect.succeed(name) : real.take(code))
      })
  )
).pipe(Layer.provide(BackupDownloads.Default))

/** A host with one source, two queues and one backup; another one is made until the test ends. */
export const hostHealth = () => {
  let state: BackupState = {
    files: [{ name, madeAt: Date.parse("2025-03-14T03:00:00Z"), bytes: content.length }],
    running: null,
    failure: null,
    next: Date.parse("2025-03-16T03:00:00Z")
  }
  const existing = (requested: string) =>
    Effect.suspend(() =>
      state.files.some((file) => file.name === requested) ? Effect.void : Effect.fail(new NoData({ what: requested }))
    )
  return Layer.merge(
    Layer.succeed(Backups, {
      state: Effect.sync(() => state),
      start: Effect.sync(() => {
        const isIdle = state.running === null
        state = { ...state, running: state.running ?? { since: Date.parse("2025-03-15T18:00:00Z"), rows: 500 } }
        return isIdle
      }),
      remove: (requested) =>
        Effect.zipRight(
          existing(requested),
          Effect.sync(() => {
            state = { ...state, files: state.files.filter((file) => file.name !== requested) }
          })
        ),
      read: (requested) => Effect.as(existing(requested), { bytes: content.length, content: Stream.make(content) }),
      watch: Effect.void
    }),
    Layer.succeed(
      HostHealth,
      new HostHealth({
        status: Effect.succeed({
          engine: "embedded" as const,
          connections: { open: 2, idle: 1, waiting: 0, max: 10 },
          bytes: 12_345_678,
          restarts: [Date.parse("2026-03-01T08:00:00Z")],
          disk: { free: 40_000_000_000, total: 100_000_000_000 },
          queues: [
            {
              queue: "tmdb-movies",
              domain: "watching" as const,
              source: "tmdb",
              waiting: 12,
              givenUp: 0,
              error: "TMDB answers 503",
              retryAt: Date.parse("2025-03-15T18:04:00Z")
            },
            { queue: "hooks", domain: null, source: null, waiting: 0, givenUp: 0, error: null, retryAt: null }
          ]
        }),
        syncs: (count) =>
          Effect.succeed({
            zone: "Europe/Berlin",
            dates: dates.slice(-count),
            sources: [
              {
                source: "lastfm",
                domain: "listening" as const,
                days: dates
                  .slice(-count)
                  .map((date, index) => ({ date, completed: 96, failed: index % 7 === 0 ? 1 : 0 }))
              }
            ]
          })
      })
    )
  )
}
