import { type Context, Effect, Ref } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import { SourceFailure } from "../sync/SourceFailure.js"
import type { Outcome } from "./ImageRecord.js"
import type { EntityWant } from "./ImageWant.js"
import type { Candidate, PictureFinders } from "./PictureFinder.js"
import type { PictureIntake } from "./PictureIntake.js"

/** Pictures of one finder that are tried for one entity. */
const mostTried = 3
/** From so many pictures in a row that cannot be read on, a finder's pictures are left for later. */
const mostUnreachable = 3

/** What looks of one drain share. */
export interface Round {
  readonly intake: Context.Tag.Service<PictureIntake>
  readonly finders: Context.Tag.Service<PictureFinders>
  /** Finders that nothing is asked of any more, and why. */
  readonly stopped: Ref.Ref<ReadonlyMap<string, SourceFailure>>
  readonly unreachable: Map<string, number>
}

export const newRound = (of: Pick<Round, "intake" | "finders">): Effect.Effect<Round> =>
  Effect.map(Ref.make<ReadonlyMap<string, SourceFailure>>(new Map()), (stopped) => ({ ...of, stopped, unreachable: new Map() }))

/** Goes down the finders of an entity's kind until one has a picture that can be kept. */
export const look = (domain: Domain, want: EntityWant, round: Round): Effect.Effect<Outcome, StorageFailure> =>
  Effect.gen(function*() {
    const { entity } = want
    let isSure = true
    for (const { find, source } of round.finders.of(domain, entity.type)) {
      if ((yield* Ref.get(round.stopped)).has(source)) {
        isSure = false
        continue
      }
      const candidates = yield* Effect.catchAll(find(want), (failure) => Effect.as(stop(round, source, failure), undefined))
      isSure = isSure && candidates !== undefined
      const taken = yield* firstUsable((candidates ?? []).slice(0, mostTried), round)
      if (typeof taken === "object") return { _tag: "Found", entity, picture: taken }
      isSure = isSure && taken === "none"
    }
    return isSure ? { _tag: "Missing", entity } : { _tag: "Postponed", entity }
  })

/** The first of some pictures that can be kept; `unsure` where one of them could not be read. */
const firstUsable = Effect.fn(function*(candidates: ReadonlyArray<Candidate>, round: Round) {
  let without: "none" | "unsure" = "none"
  for (const candidate of candidates) {
    const taken = yield* round.intake.fetch(candidate).pipe(
      Effect.catchTag("Unusable", () => Effect.succeed(null)),
      Effect.catchTag("Unreachable", ({ message }) => Effect.as(noteUnreachable(round, candidate.source, message), undefined))
    )
    if (taken === undefined) without = "unsure"
    else {
      round.unreachable.delete(candidate.source)
      if (taken !== null) return taken
    }
  }
  return without
})

const stop = (round: Round, source: string, failure: SourceFailure) =>
  Ref.update(round.stopped, (all) => all.has(source) ? all : new Map(all).set(source, failure))

/** One picture that cannot be read is bad luck; several in a row are a host that is down. */
const noteUnreachable = (round: Round, source: string, message: string) => {
  const times = (round.unreachable.get(source) ?? 0) + 1
  round.unreachable.set(source, times)
  return times < mostUnreachable || source === "page" ? Effect.void : stop(round, source, new SourceFailure({
    source,
    state: "unavailable",
    message: `pictures of ${source} cannot be read: ${message}`,
    next: "they are looked for again with the next sync"
  }))
}
