import { type SourceCheck, sourceChecks } from "../../../adapters/src/source-testing/index.js"
import type { SourceUnderTest } from "../../../adapters/src/source-testing/stage.js"
import { isQuick } from "../../../adapters/test/support/depth.js"

/**
 * The checks of `npm test`: that a sync comes to the same as another, and as the export file. How a source survives
 * faults is the work of the kit that all sources share, and of a test with every source that refuses in mid-life.
 */
const quick = /^(finds nothing new|stores the same)/

/** The checks that a source has to pass. */
export const checksOf = (subject: SourceUnderTest): ReadonlyArray<SourceCheck> =>
  sourceChecks(subject).filter(({ name }) => !isQuick || quick.test(name))
