import { Catalogue, type CatalogueLink, type Wanted } from "@daybook/core/listening"
import type { FollowUp, Source } from "@daybook/core/sync"
import { Chunk, Clock, Context, Effect, Stream } from "effect"

export const wanted = (more: Partial<Wanted> & Pick<Wanted, "id" | "name">): Wanted =>
  ({ artist: more.name, album: null, mbid: null, attempts: 0, ...more })

type Bio = Parameters<Context.Tag.Service<Catalogue>["setBio"]>[1]

/** Keeps look-ups as the port promises, in memory, for one task at a time. */
export const makeCatalogue = (things: ReadonlyArray<Wanted>) => {
  const settled = new Map<number, { readonly until: number; readonly found: boolean }>()
  const tags = new Map<number, { readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>; readonly genre: string | null }>()
  const bios = new Map<number, Bio>()
  const similar = new Map<number, ReadonlyArray<{ readonly name: string; readonly match: number }>>()
  const links = new Map<number, CatalogueLink>()
  const accounts = new Map<string, { readonly registeredAt: number | null; readonly until: number }>()
  const tasks = new Map<string, Map<number, number>>()
  const dueOf = (task: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => things.filter(({ id }) => (tasks.get(task)?.get(id) ?? 0) <= now))
  const service: Context.Tag.Service<Catalogue> = {
    due: (task, _kind, limit) => Effect.map(dueOf(task), (due) => due.slice(0, limit)),
    dueCount: (task) => Effect.map(dueOf(task), (due) => due.length),
    settle: (task, _kind, ids, until, found) =>
      Effect.sync(() => {
        const of = tasks.get(task) ?? new Map<number, number>()
        tasks.set(task, of)
        for (const id of ids) {
          of.set(id, until)
          settled.set(id, { until, found })
        }
      }),
    accountDue: (source) => Effect.map(Clock.currentTimeMillis, (now) => (accounts.get(source)?.until ?? 0) <= now),
    setAccount: (source, registeredAt, until) => Effect.sync(() => void accounts.set(source, { registeredAt, until })),
    setLinks: (_kind, given) => Effect.sync(() => given.forEach((link) => links.set(link.id, link))),
    setTags: (id, given, genre) => Effect.sync(() => void tags.set(id, { tags: given, genre })),
    setBio: (id, bio) => Effect.sync(() => void bios.set(id, bio)),
    setSimilar: (id, given) => Effect.sync(() => void similar.set(id, given))
  }
  /** Runs one of a source's followers to its end, and gives what it did. */
  const drain = <R>(source: Source<R>, follower: string) =>
    Effect.map(
      Stream.runCollect(source.followers.find(({ id }) => id === follower)!.drain).pipe(
        // The context holds all that the followers ask for in these tests.
        Effect.provide(Context.make(Catalogue, service) as unknown as Context.Context<R>)
      ),
      (steps): ReadonlyArray<FollowUp> => Chunk.toReadonlyArray(steps).filter(({ done }) => done > 0)
    )
  return { settled, accounts, tags, bios, similar, links, drain }
}
