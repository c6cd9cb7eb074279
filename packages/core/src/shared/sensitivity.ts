import { Schema, type SchemaAST } from "effect"

/**
 * Who may see a field of an answer.
 *
 * - `public`: everybody, if a lens allows the operation.
 * - `private`: nobody under a lens, unless the lens keeps the field by name.
 * - `closed`: nobody under a lens, whatever the lens says.
 * - `course`, `city`, `region`, `country`: places, as exact as the lens says.
 * - `entity`: the id of a record, which in some domains is the provider's.
 */
export const sensitivities = ["public", "private", "closed", "course", "city", "region", "country", "entity"] as const
export type Sensitivity = (typeof sensitivities)[number]

/** The annotation of a property that holds its sensitivity. */
export const SensitivityId = Symbol.for("@daybook/core/Sensitivity")

interface Classify {
  <A, I, R>(
    sensitivity: Sensitivity,
    schema: Schema.Schema<A, I, R>
  ): Schema.PropertySignature<":", A, never, ":", I, false, R>
  <T extends Schema.PropertySignature.Token, A, E extends Schema.PropertySignature.Token, I, D extends boolean, R>(
    sensitivity: Sensitivity,
    property: Schema.PropertySignature<T, A, never, E, I, D, R>
  ): Schema.PropertySignature<T, A, never, E, I, D, R>
}

/** Says who may see a field. Under a lens, a field about which nothing is said is left out. */
export const classified = ((sensitivity: Sensitivity, field: Schema.Schema.Any | Schema.PropertySignature.All) =>
  (Schema.isSchema(field) ? Schema.propertySignature(field) : field).annotations({
    [SensitivityId]: sensitivity
  } as never)) as unknown as Classify

/** The sensitivity of a property of an answer; undefined if nobody has decided. */
export const sensitivityOf = ({ annotations }: SchemaAST.Annotated): Sensitivity | undefined =>
  annotations[SensitivityId] as Sensitivity | undefined
