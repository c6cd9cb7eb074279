import { afterAll, beforeAll } from "vitest"
import { isQuick } from "../../adapters/test/support/depth.js"
import { explainsErrors } from "./support/errors.js"
import { type Fixture, startFixture } from "./support/fixture.js"
import { withstandsAttacks } from "./support/hostile.js"
import { importsFiles } from "./support/imports.js"
import { asksQuestions } from "./support/questions.js"
import { limitsLines } from "./support/lines.js"
import { servesTools } from "./support/tools.js"

// One file: restoring the sample takes most of its time.
let fixture: Fixture
const fixtureOf = () => fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.close())

asksQuestions(fixtureOf)
withstandsAttacks(fixtureOf)
explainsErrors(fixtureOf)
servesTools(fixtureOf)
if (!isQuick) {
  limitsLines(fixtureOf)
  importsFiles(fixtureOf)
}
