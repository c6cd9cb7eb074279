import { ListeningEnrichmentStore, type CatalogueLink, type EnrichmentTarget } from "@daybook/core/listening"
import { EnrichmentTasks, type EnrichmentProgress, type Source } from "@daybook/core/sync"
import { Chunk, Clock, type Context, Effect, Layer, Stream } from "effect"

export const target = (more: Partial<EnrichmentTarget> & Pick<EnrichmentTarget, "id" | "name">): EnrichmentTarget => ({
  artist: more.name,
  album: null,
  mbid: null,
  isIdentified: false,
  attempts: 0,
  ...more
})

type Bio = Parameters<Context.Tag.Service<ListeningEnrichmentStore>["setBio"]>[1]

/** An in-memory `ListeningEnrichmentStore` for one task at a time. */
export const makeCatalogue = (things: ReadonlyArray<EnrichmentTarget>) => {
  const outcomes = new Map<number, { readonly until: number; readonly isFound: boolean }>()
  const tags = new Map<
    number,
    { readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>; readonly genre: string | null }
  >()
  const bios = new Map<number, Bio>()
  const similar = new Map<number, ReadonlyArray<{ readonly name: string; readonly match: number }>>()
  const links = new Map<number, CatalogueLink>()
  const accounts = new Map<string, { readonly registeredAt: number | null; readonly until: number }>()
  const tasks = new Map<string, Map<number, number>>()
  const dueOf = (task: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => things.filter(({ id }) => (tasks.get(task)?.get(id) ?? 0) <= now))
  const service: Omit<Context.Tag.Service<ListeningEnrichmentStore>, "gaps"> = {
    due: (task, _kind, limit) => Effect.map(dueOf(task), (due) => due.slice(0, limit)),
    dueCount: (task) => Effect.map(dueOf(task), (due) => due.length),
    accountDue: (source) => Effect.map(Clock.currentTimeMillis, (now) => (accounts.get(source)?.until ?? 0) <= now),
    setAccount: (source, registeredAt, until) => Effect.sync(() => void accounts.set(source, { registeredAt, until })),
    setLinks: (_kind, rows) => Effect.sync(() => rows.forEach((link) => links.set(link.id, link))),
    setTags: (id, artistTags, genre) => Effect.sync(() => void tags.set(id, { tags: artistTags, genre })),
    setBio: (id, bio) => Effect.sync(() => void bios.set(id, bio)),
    setSimilar: (id, artists) => Effect.sync(() => void similar.set(id, artists))
  }
  const services = Layer.merge(
    Layer.mock(ListeningEnrichmentStore, service),
    Layer.mock(EnrichmentTasks, {
      postpone: ({ task }, subjects, until) =>
        Effect.sync(() => {
          const of = tasks.get(task) ?? new Map<number, number>()
          tasks.set(task, of)
          for (const id of subjects.map(Number)) of.set(id, until)
        }),
      recordOutcome: ({ task }, subjects, until, isFound) =>
        Effect.sync(() => {
          const of = tasks.get(task) ?? new Map<number, number>()
          tasks.set(task, of)
          for (const id of subjects.map(Number)) {
            of.set(id, until)
            outcomes.set(id, { until, isFound })
          }
        })
    })
  )
  /** Runs one enrichment of a source to its end and returns its progress steps. */
  const drain = <R>(source: Source<R>, enrichment: string) =>
    Effect.map(
      Stream.runCollect(source.enrichments.find(({ id }) => id === enrichment)!.drain).pipe(
        // They are every service that the enrichments use in these tests.
        Effect.provide(services as unknown as Layer.Layer<R | EnrichmentTasks>)
      ),
      (steps): ReadonlyArray<EnrichmentProgress> => Chunk.toReadonlyArray(steps).filter(({ done }) => done > 0)
    )
  return { outcomes, accounts, tags, bios, similar, links, drain }
}
