import { Effect } from "effect"
import type { Domain, EntityRef } from "../domains.js"
import { BadInput, Conflict, NoData } from "../shared/errors.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions, type JobProgress } from "../sync/SyncStore.js"
import { conflictOf } from "./conflicts.js"
import type { Correction, NewCorrection } from "./model.js"
import {
  type CorrectableDomain,
  CorrectableDomains,
  CorrectionStore,
  type DomainSize,
  type RecordSummary
} from "./ports.js"
import { briefly, cleaned, inOrder, problemOf } from "./rules.js"

/** Maximum number of records that a preview shows. */
const maxExamples = 10

/** A record before and after a correction; null where it is not in the library. */
export interface PreviewedRecord {
  readonly before: RecordSummary | null
  readonly after: RecordSummary | null
}

/** What a correction would change. */
export interface Preview {
  readonly affected: number
  readonly before: DomainSize
  readonly after: DomainSize
  readonly examples: ReadonlyArray<PreviewedRecord>
}

const keyOf = ({ id, type }: EntityRef) => `${type} ${id}`

const isSame = (one: RecordSummary | null, other: RecordSummary | null) =>
  one?.name === other?.name && one?.of === other?.of && one?.count === other?.count

const examplesOf = (
  before: ReadonlyArray<RecordSummary>,
  after: ReadonlyArray<RecordSummary>
): ReadonlyArray<PreviewedRecord> => {
  const [former, latter] = [before, after].map((all) => new Map(all.map((one) => [keyOf(one), one])))
  return [...new Set([...before, ...after].map(keyOf))]
    .map((key) => ({ before: former!.get(key) ?? null, after: latter!.get(key) ?? null }))
    .filter((one) => !isSame(one.before, one.after))
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, maxExamples)
}

const weightOf = ({ after, before }: PreviewedRecord) => Math.abs((after?.count ?? 0) - (before?.count ?? 0))

/** Applies corrections; events that are many wait. */
const begin = (domain: CorrectableDomain, concerned: ReadonlyArray<NewCorrection>) =>
  domain.pages === undefined ? atOnce(domain, concerned) : domain.pages.begin(concerned)

const atOnce = (domain: CorrectableDomain, concerned: ReadonlyArray<NewCorrection>) =>
  Effect.map(domain.apply(concerned), (applied) => ({ ...applied, waiting: 0 }))

/**
 * Manages the owner's corrections. A change is applied in one transaction, with all that follows, or in pages if it
 * concerns many events.
 */
export class Corrections extends Effect.Service<Corrections>()("@daybook/core/Corrections", {
  effect: Effect.gen(function* () {
    const store = yield* CorrectionStore
    const domains = yield* CorrectableDomains
    const transaction = yield* Transaction
    const versions = yield* DataVersions

    const domainOf = (name: string) => {
      const domain = domains.find(({ rules }) => rules.domain === name)
      return domain === undefined
        ? new BadInput({
            message: `domain must be one of ${domains.map(({ rules }) => rules.domain).join(", ")}: corrections of ${briefly(name)} are not supported`
          })
        : Effect.succeed(domain)
    }

    const storeOne = Effect.fn("Corrections.store")(function* (requested: NewCorrection, isImported: boolean) {
      const domain = yield* domainOf(requested.domain)
      const problem = problemOf(domain.rules, requested)
      if (problem !== null) return yield* new BadInput({ message: problem })
      const correction = inOrder(domain.rules, cleaned(requested))
      const conflict = conflictOf(domain.rules, yield* store.all, correction)
      if (conflict !== null) return yield* new Conflict({ message: conflict })
      if (!isImported) yield* domain.check(correction)
      return { domain, added: yield* store.add(correction) }
    })

    const addOne = Effect.fn("Corrections.addOne")(function* (requested: NewCorrection, apply: typeof begin) {
      yield* Effect.flatMap(domainOf(requested.domain), ({ rules }) => store.lock(rules.domain))
      const { added, domain } = yield* storeOne(requested, false)
      return { added, domain, ...(yield* apply(domain, [added])) }
    })

    /** Corrects the events that wait, page by page. Returns how many moved. */
    const finish = Effect.fn("Corrections.finish")(function* (
      name: string,
      report: (progress: JobProgress) => Effect.Effect<void>
    ) {
      const domain = domains.find(({ rules }) => rules.domain === name)
      if (domain?.pages === undefined) return 0
      const { next } = domain.pages
      const page = transaction.run(
        Effect.tap(next, (one) => (one === null ? Effect.void : versions.bump(domain.rules.domain)))
      )
      let moved = 0
      for (let one = yield* page; one !== null; one = yield* page) {
        moved += one.affected
        yield* report(one.progress)
      }
      yield* domain.completeCounts
      return moved
    })

    const find = (id: number) =>
      Effect.flatMap(store.all, (all) => {
        const correction = all.find((one) => one.id === id)
        return correction === undefined ? new NoData({ what: `correction ${id}` }) : Effect.succeed(correction)
      })

    /** Whether a record that a correction names is not here, or not any more. */
    const namesNothing = (correction: Correction) =>
      Effect.flatMap(domainOf(correction.domain), (domain) => domain.check(correction)).pipe(
        Effect.as(false),
        Effect.catchTags({ BadInput: () => Effect.succeed(true), Conflict: () => Effect.succeed(false) })
      )

    const withNaming = (correction: Correction) =>
      Effect.map(namesNothing(correction), (nothing) => ({ ...correction, namesNothing: nothing }))

    return {
      all: store.all,
      /** All corrections, with whether they name nothing: then they do nothing until a source reports it. */
      listed: Effect.flatMap(store.all, Effect.forEach(withNaming)),
      /** The same of one. Fails with NoData if there is none with the id. */
      get: (id: number) => Effect.flatMap(find(id), withNaming),
      /**
       * Stores and applies a correction. If it concerns many events, `waiting` is their number, and `finish` applies it
       * to them. Fails with BadInput if it is invalid or names nothing, and with Conflict if it contradicts one.
       */
      add: Effect.fn("Corrections.add")(function* (requested: NewCorrection) {
        const { added, affected, domain, waiting } = yield* transaction.run(
          Effect.tap(addOne(requested, begin), () => versions.bump(requested.domain))
        )
        yield* domain.completeCounts
        return { correction: added, affected, waiting }
      }),
      finish,
      /** The domains with events that wait for `finish`. */
      waiting: Effect.map(
        Effect.filter(domains, ({ pages }) => pages?.areWaiting ?? Effect.succeed(false)),
        (waiting) => waiting.map(({ rules }) => rules.domain as Domain)
      ),
      /**
       * Removes a correction and restores the answers. If it concerned many events, `waiting` is their number, as for
       * `add`. Fails with NoData if there is none with the id.
       */
      remove: Effect.fn("Corrections.remove")(function* (id: number) {
        const { correction, domain, waiting } = yield* transaction.run(
          Effect.gen(function* () {
            const domain = yield* domainOf((yield* find(id)).domain)
            yield* store.lock(domain.rules.domain)
            // Another request may have removed it while this one waited.
            const correction = yield* find(id)
            yield* store.remove(id)
            const { waiting } = yield* begin(domain, [correction])
            yield* versions.bump(correction.domain)
            return { correction, domain, waiting }
          })
        )
        yield* domain.completeCounts
        return { correction, waiting }
      }),
      /** What a correction would change. Nothing is stored. */
      preview: Effect.fn("Corrections.preview")(function* (requested: NewCorrection) {
        const domain = yield* domainOf(requested.domain)
        const { after, affected, records, touched } = yield* transaction.dryRun(
          Effect.gen(function* () {
            const { affected, touched } = yield* addOne(requested, atOnce)
            return { affected, touched, after: yield* domain.size, records: yield* domain.summaries(touched) }
          })
        )
        const before = yield* domain.summaries(touched)
        return { affected, before: yield* domain.size, after, examples: examplesOf(before, records) } satisfies Preview
      }),
      suggestions: Effect.fn("Corrections.suggestions")(function* (limit: number) {
        const decided = yield* store.all
        const all = yield* Effect.forEach(domains, (domain) =>
          Effect.map(
            domain.suggestions(
              decided.filter((one) => one.domain === domain.rules.domain),
              limit
            ),
            (pairs) => pairs.map((one) => ({ domain: domain.rules.domain, ...one }))
          )
        )
        return all
          .flat()
          .sort((one, other) => other.subject.count - one.subject.count)
          .slice(0, limit)
      }),
      /**
       * Stores corrections of another home, also those that name nothing here yet. One that is stored already counts as
       * existing. Fails with the first that is invalid or contradicts another one, and stores none then.
       */
      importAll: Effect.fn("Corrections.importAll")(function* (corrections: ReadonlyArray<NewCorrection>) {
        const added = yield* transaction.run(
          Effect.gen(function* () {
            const named = new Set(corrections.map(({ domain }) => domain))
            for (const { rules } of domains) if (named.has(rules.domain)) yield* store.lock(rules.domain)
            const before = new Set(Array.from(yield* store.all, contentOf))
            // Lines of two exports may repeat each other.
            const byContent = new Map(corrections.map(cleaned).map((one) => [contentOf(one), one]))
            const fresh = [...byContent].flatMap(([content, one]) => (before.has(content) ? [] : [one]))
            for (const one of fresh) yield* storeOne(one, true)
            for (const domain of domains) {
              const concerned = fresh.filter((one) => one.domain === domain.rules.domain)
              if (concerned.length === 0) continue
              yield* begin(domain, concerned)
              yield* versions.bump(domain.rules.domain)
            }
            return fresh.length
          })
        )
        for (const { completeCounts, rules } of domains) {
          yield* completeCounts
          yield* finish(rules.domain, () => Effect.void)
        }
        return { added, existing: corrections.length - added }
      })
    }
  })
}) {}

/** What distinguishes corrections regardless of when and where they were made. */
const contentOf = ({ domain, kind, object, subject, type, value }: NewCorrection | Correction): string => {
  const sorted = (key: NewCorrection["object"]) => (key === null ? null : Object.entries(key).sort())
  return JSON.stringify([domain, kind, type, sorted(subject), sorted(object), value])
}
