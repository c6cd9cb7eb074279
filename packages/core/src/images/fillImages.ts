import { Effect, Option, Ref, Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import { leased } from "../sync/leased.js"
import type { FollowUp } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import { ImageRecords } from "./ImageRecords.js"
import { look, newRound } from "./look.js"
import { PictureFinders } from "./PictureFinder.js"
import { PictureIntake } from "./PictureIntake.js"

/** Pictures a round, and how many of them at once. */
const batch = 32
const atOnce = 8
/**
 * Finds the pictures of a domain that are due, round by round, until none is. Whoever fails is not asked again in this
 * drain, and what only they may have is looked for later; at the end the first such failure is told.
 */
export const fillImages = (domain: Domain): Stream.Stream<FollowUp, SourceFailure | StorageFailure, ImageRecords | PictureFinders | PictureIntake> =>
  Stream.unwrap(Effect.gen(function*() {
    const records = yield* ImageRecords
    const finders = yield* PictureFinders
    const awaited = finders.awaits(domain)
    const round = yield* newRound({ intake: yield* PictureIntake, finders })
    const rounds = Stream.unfoldEffect(undefined, () => leased(records.take(domain, batch, awaited), (wants) => Effect.gen(function*() {
      if (wants.length === 0) return Option.none<readonly [FollowUp, undefined]>()
      const outcomes = yield* Effect.forEach(wants, (want) => look(domain, want, round), { concurrency: atOnce })
      yield* records.settle(domain, outcomes)
      return Option.some([{ done: outcomes.length, found: outcomes.filter(({ _tag }) => _tag === "Found").length, left: yield* records.due(domain, awaited) }, undefined] as const)
    }), (wants) => records.giveBack(domain, wants)))
    const failures = Stream.unwrap(Effect.map(Ref.get(round.stopped), (all) => {
      const [first] = all.values()
      return first === undefined ? Stream.empty : Stream.fail(first)
    }))
    return Stream.concat(rounds, failures)
  }))
