/** `npm test`: tests that start programs are left out, also where they share a file with others. */
export const isQuick = process.env["DAYBOOK_TEST_DEPTH"] === "quick"

/** The number of histories that a property takes: all with `npm run test:all`, a tenth of them in `npm test`. */
export const depth = (full: number): number => (isQuick ? Math.max(2, Math.ceil(full / 10)) : full)

/** Histories that must come to the same: all with `npm run test:all`, the first two in `npm test`. */
export const histories = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => (isQuick ? all.slice(0, 2) : all)
