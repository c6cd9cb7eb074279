/** A parameter that should be a whole number: `otherwise` where it is absent, NaN where it is something else. */
export const wholeNumber = <A>(text: string | undefined, otherwise: A): number | A =>
  text === undefined || text === "" ? otherwise : /^-?\d+$/.test(text) ? Number(text) : Number.NaN
