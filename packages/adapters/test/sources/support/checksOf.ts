import { type SourceCheck, sourceChecks } from "../../../src/source-testing/index.js"
import type { SourceUnderTest } from "../../../src/source-testing/stage.js"
import { isQuick } from "../../support/depth.js"

/** Faults that the provider's kit retries alike. The checks of one stand for them in `npm test`. */
const alike = /^survives (429|500)$/

/** The checks that a source has to pass. */
export const checksOf = (subject: SourceUnderTest): ReadonlyArray<SourceCheck> =>
  sourceChecks(subject).filter(({ name }) => !isQuick || !alike.test(name))
