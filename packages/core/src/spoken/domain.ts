import { choice, domain, instant, number, record, type RecordOf, text } from "../declared/index.js"

const listen = record({
  title: "Listen",
  key: ["started_at", "item"],
  fields: {
    started_at: instant({ occurs: true, example: "2025-01-15T10:00:00.000Z" }),
    item: text({
      description: "URI of the episode or chapter at the service; show and title where there is none",
      example: "spotify:episode:4aaaaaaaaaaaaaaaaaaaaa"
    }),
    kind: choice(["podcast", "audiobook"])({ facet: true }),
    show: text({
      nullable: true,
      search: "subtitle",
      facet: true,
      description: "Podcast or audiobook",
      example: "Lighthouse Stories"
    }),
    title: text({ search: "title", description: "Episode or chapter", example: "The Keeper of Norr" }),
    minutes: number({ min: 0, description: "Minutes heard, without pauses", example: 41.5 }),
    url: text({ nullable: true, description: "Page of the episode or chapter" })
  }
})

/**
 * Podcasts and audiobooks, from the files that also hold plays of music. A declared domain that a setting adds. Single
 * listens are too many for the feed.
 */
export const listeningSpoken = domain({ name: "listening_spoken", title: "Podcasts and books", records: { listen } })

export type SpokenListen = RecordOf<typeof listen>
