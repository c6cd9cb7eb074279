import { type Context, Effect, Option, Ref, Stream } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import { withLease } from "../sync/EnrichmentQueue.js"
import type { EnrichmentProgress } from "../sync/Source.js"
import { SourceFailure } from "../sync/SourceFailure.js"
import {
  type Candidate,
  type EntityImageRequest,
  ImageRecords,
  PictureFinders,
  PictureIntake,
  type PictureOutcome,
  type Unreachable
} from "./ports.js"

/** The source of pictures that records link to, on many hosts. */
const pages = "page"

/** Maximum number of candidates of one finder for one entity. */
const maxCandidates = 3
/** After so many consecutive unreachable pictures a finder is skipped. */
const maxUnreachable = 3

/** The state of one drain. */
export interface Round {
  readonly intake: Context.Tag.Service<PictureIntake>
  readonly finders: Context.Tag.Service<PictureFinders>
  /** Finders that are skipped, and why. */
  readonly stopped: Ref.Ref<ReadonlyMap<string, SourceFailure>>
  readonly unreachable: Map<string, number>
  /** Finders of which a picture was refused, and the first refusal of each. */
  readonly refusals: Map<string, SourceFailure>
  /** Whether a picture of a page was read. Then hosts that refuse are those that always refuse programs. */
  hasPage: boolean
}

export const newRound = (of: Pick<Round, "intake" | "finders">): Effect.Effect<Round> =>
  Effect.map(Ref.make<ReadonlyMap<string, SourceFailure>>(new Map()), (stopped) => ({
    ...of,
    stopped,
    unreachable: new Map(),
    refusals: new Map(),
    hasPage: false
  }))

/** Tries the finders of an entity type in order until one has a usable picture. */
export const findPicture = (
  domain: Domain,
  request: EntityImageRequest,
  round: Round
): Effect.Effect<PictureOutcome, StorageFailure> =>
  Effect.gen(function* () {
    const { entity } = request
    let isSure = true
    for (const { find, source } of round.finders.of(domain, entity.type)) {
      if ((yield* Ref.get(round.stopped)).has(source)) {
        isSure = false
        continue
      }
      const candidates = yield* Effect.catchAll(find(request), (failure) =>
        Effect.as(stop(round, source, failure), undefined)
      )
      isSure = isSure && candidates !== undefined
      const picture = yield* firstUsable((candidates ?? []).slice(0, maxCandidates), round)
      if (typeof picture === "object") return { _tag: "Found", entity, picture }
      isSure = isSure && picture === "none"
    }
    return isSure ? { _tag: "Missing", entity } : { _tag: "Postponed", entity }
  })

/** The first usable candidate; `unsure` if one of them could not be read. */
const firstUsable = Effect.fn(function* (candidates: ReadonlyArray<Candidate>, round: Round) {
  let outcome: "none" | "unsure" = "none"
  for (const candidate of candidates) {
    const picture = yield* round.intake.fetch(candidate).pipe(
      Effect.catchTag("Unusable", () => Effect.succeed(null)),
      Effect.catchTag("Unreachable", (failure) =>
        Effect.as(countUnreachable(round, candidate.source, failure), undefined)
      )
    )
    if (picture === undefined) outcome = "unsure"
    else {
      round.unreachable.delete(candidate.source)
      if (picture === null) continue
      round.hasPage ||= candidate.source === pages
      return picture
    }
  }
  return outcome
})

const stop = (round: Round, source: string, failure: SourceFailure) =>
  Ref.update(round.stopped, (all) => (all.has(source) ? all : new Map(all).set(source, failure)))

/**
 * One unreachable picture may be an exception; several in a row mean that the host is down. Pages have many hosts,
 * and some always refuse programs.
 */
const countUnreachable = (round: Round, source: string, { answer, message }: Unreachable) => {
  const failure = new SourceFailure({
    source,
    state: "unavailable",
    message: `pictures of ${source} cannot be read: ${message}`,
    next: "the next sync searches for them again",
    answer
  })
  if (answer !== undefined && !round.refusals.has(source)) round.refusals.set(source, failure)
  const times = (round.unreachable.get(source) ?? 0) + 1
  round.unreachable.set(source, times)
  return times < maxUnreachable || source === pages ? Effect.void : stop(round, source, failure)
}

/** Pictures a round, and how many of them concurrently. */
const batchSize = 32
const concurrency = 8
/**
 * Searches for the due pictures of a domain, round by round, until none are due. A finder that fails is skipped for the
 * rest of the drain, and its pictures are postponed. At the end the first failure is reported.
 */
export const fillImages = (
  domain: Domain
): Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure, ImageRecords | PictureFinders | PictureIntake> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const records = yield* ImageRecords
      const finders = yield* PictureFinders
      const awaited = finders.awaits(domain)
      const round = yield* newRound({ intake: yield* PictureIntake, finders })
      const rounds = Stream.unfoldEffect(undefined, () =>
        withLease(
          records.claim(domain, batchSize, awaited),
          (requests) =>
            Effect.gen(function* () {
              if (requests.length === 0) return Option.none<readonly [EnrichmentProgress, undefined]>()
              const outcomes = yield* Effect.forEach(requests, (request) => findPicture(domain, request, round), {
                concurrency
              })
              yield* records.recordOutcomes(domain, outcomes)
              return Option.some([
                {
                  done: outcomes.length,
                  found: outcomes.filter(({ _tag }) => _tag === "Found").length,
                  left: yield* records.due(domain, awaited)
                },
                undefined
              ] as const)
            }),
          (requests) => records.release(domain, requests)
        )
      )
      const failures = Stream.unwrap(
        Effect.map(Ref.get(round.stopped), (all) => {
          if (round.hasPage) round.refusals.delete(pages)
          const [first] = [...all.values(), ...round.refusals.values()]
          return first === undefined ? Stream.empty : Stream.fail(first)
        })
      )
      return Stream.concat(rounds, failures)
    })
  )
