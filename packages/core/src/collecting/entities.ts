import type { Context } from "effect"
import type { Entity } from "../publishing/index.js"
import type { Calendar } from "../shared/Calendar.js"
import type { PublishableDisc, PublishableRelease } from "./store.js"

const presentHints = (hints: Readonly<Record<string, string | number | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(hints).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))

const lines = (texts: ReadonlyArray<string>): string | null => (texts.length === 0 ? null : texts.join("\n"))

/** A copy in feed, search and pictures. A want has no page, so only its picture is published. */
const releaseEntity =
  (calendar: Context.Tag.Service<Calendar>) =>
  (release: PublishableRelease): Entity => {
    const artists = release.artists.join(", ")
    const { addedAt, first, id, owned, releaseId, title } = release
    return {
      type: "release",
      id,
      document: owned
        ? {
            title,
            subtitle: artists,
            body: lines([...release.genres, ...release.labels]),
            details: { url: discogsUrl(releaseId) }
          }
        : null,
      image: {
        urls: release.picture === null ? [] : [release.picture],
        hints: presentHints({
          artist: release.artist,
          album: title,
          title,
          year: release.year,
          discogs_release: releaseId
        })
      },
      feed:
        owned && first && addedAt !== null
          ? [
              {
                eventType: "release_added",
                sourceId: `discogs:release:${releaseId}`,
                occurredAt: addedAt,
                date: calendar.dateOf(addedAt),
                title: `Added ${title}`,
                subtitle: artists,
                metadata: null
              }
            ]
          : []
    }
  }

/** A disc in search and pictures. */
const discEntity = (disc: PublishableDisc): Entity => ({
  type: "media",
  id: disc.id,
  document: {
    title: disc.title,
    subtitle: [disc.year, mediaNames[disc.mediaType]].filter((part) => part !== null).join(" · "),
    body: lines([...disc.genres, ...(disc.summary === null ? [] : [disc.summary])]),
    details: { url: null }
  },
  image: {
    urls: disc.poster === null ? [] : [disc.poster],
    hints: presentHints({ title: disc.title, year: disc.year, tmdb_id: disc.tmdbId, imdb_id: disc.imdbId })
  },
  feed: []
})

/** A copy, a want or a disc in the shared services. */
export const entityOf =
  (calendar: Context.Tag.Service<Calendar>) =>
  (record: PublishableRelease | PublishableDisc): Entity =>
    record.type === "release" ? releaseEntity(calendar)(record) : discEntity(record)

const mediaNames: Readonly<Record<PublishableDisc["mediaType"], string | null>> = {
  bluray: "Blu-ray",
  uhd_bluray: "4K UHD Blu-ray",
  hddvd: "HD DVD",
  dvd: "DVD",
  digital: "Digital",
  vcd: "VCD",
  vhs: "VHS",
  betamax: "Betamax",
  laserdisc: "LaserDisc",
  unknown: null
}

export const discogsUrl = (releaseId: number): string => `https://www.discogs.com/release/${releaseId}`
