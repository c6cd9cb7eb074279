import type { Applied } from "@daybook/core/sync"

/** What a write did: counts and keys as the engine wants them, and whose looks may have changed. */
export interface Written extends Applied {
  /** Releases of which a copy or want, or which themselves, are new or another than before. */
  readonly releases: ReadonlyArray<number>
  readonly discs: ReadonlyArray<number>
}

export const nothing: Written = { added: 0, changed: 0, present: [], missing: [], releases: [], discs: [] }

export const sum = (parts: ReadonlyArray<Written>): Written =>
  parts.reduce((all, part) => ({
    added: all.added + part.added,
    changed: all.changed + part.changed,
    present: [...all.present, ...part.present],
    missing: [...all.missing, ...part.missing],
    releases: [...all.releases, ...part.releases],
    discs: [...all.discs, ...part.discs]
  }), nothing)

/** Keys of rows as the engine carries them: which table, and the id. */
export const keyOf = { copy: (id: number) => `copy:${id}`, want: (id: number) => `want:${id}`, disc: (id: number) => `disc:${id}` }

/** The ids of the keys of one kind. */
export const idsOf = (kind: keyof typeof keyOf, keys: ReadonlyArray<string>): ReadonlyArray<number> =>
  keys.flatMap((key) => key.startsWith(`${kind}:`) ? [Number(key.slice(kind.length + 1))] : [])
