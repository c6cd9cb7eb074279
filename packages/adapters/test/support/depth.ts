/** The number of histories that a property takes: all with `npm run test:all`, a fifth of them in `npm test`. */
export const depth = (full: number): number =>
  process.env["DAYBOOK_TEST_DEPTH"] === "quick" ? Math.max(2, Math.ceil(full / 5)) : full
