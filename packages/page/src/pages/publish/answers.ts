import type { LensDefinition } from "@daybook/core/lenses"

/** A lens, as `/v1/admin/lenses` answers it. */
export interface Lens {
  readonly name: string
  readonly built_in: boolean
  readonly created_at: string | null
  readonly definition: LensDefinition
  readonly shows: ReadonlyArray<{ readonly operation: string }>
  readonly notes: ReadonlyArray<string>
}

export const operationsOf = ({ shows }: Pick<Lens, "shows">): ReadonlyArray<string> =>
  shows.map(({ operation }) => operation)

/** A new key, as the host answers it once. */
export interface IssuedKey {
  readonly key: string
  readonly name: string
  readonly lens: string
}
