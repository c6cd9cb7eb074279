import type { ZipEntry } from "./Zip.js"

const named = /(\d{4})-(\d{2})-(\d{2})-(\d{2})-(\d{2})(?:-(\d{2}))?-utc/i

/**
 * When a provider made an archive, epoch milliseconds: by its name (`…-2026-03-01-09-30-utc.zip`), else by the newest of
 * its files. Files copied together by other programs may be older than what they hold: `newest` is the time of the newest
 * record in them. Null where nothing tells.
 */
export const archiveTime = (name: string, entries: ReadonlyArray<Pick<ZipEntry, "changedAt">>, newest: number | null): number | null => {
  const said = timeInName(name)
  if (said !== null) return said
  const times = [...entries.map(({ changedAt }) => changedAt), newest].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(...times)
}

const timeInName = (name: string): number | null => {
  const [, ...parts] = named.exec(name) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isFinite(time) && new Date(time).getUTCDate() === day ? time : null
}
