import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The files that take longest in either tier, longest first: a long file that begins last would run alone. In a fresh
 * clone the others come by size, so a short file that waits for long programs is here, too.
 */
const longest = [
  "packages/cli/test/packed.test.ts",
  "packages/cli/test/paging.test.ts",
  "packages/page/test/page.test.ts",
  "packages/cli/test/backup.test.ts",
  "packages/mcp/test/assistants.test.ts",
  "packages/adapters/test/postgres/runningCorrections.test.ts",
  "packages/page/test/app.test.ts",
  "packages/cli/test/correctedSample.test.ts",
  "packages/cli/test/imports.test.ts",
  "packages/cli/test/hostile.test.ts",
  "packages/cli/test/timezone.test.ts",
  "packages/cli/test/config.test.ts",
  "packages/cli/test/optionalDomains.test.ts",
  "packages/cli/test/runCorrections.test.ts",
  "packages/cli/test/sync.test.ts",
  "packages/adapters/test/postgres/migrate.test.ts",
  "packages/cli/test/demo.test.ts",
  "packages/cli/test/year.test.ts",
  "packages/page/test/admin.test.ts",
  "packages/cli/test/hooks.test.ts",
  "packages/cli/test/lens.test.ts",
  "packages/cli/test/setup.test.ts",
  "packages/cli/test/secrets.test.ts",
  "packages/cli/test/databaseRestart.test.ts",
  "packages/cli/test/killed.test.ts",
  "packages/sources/test/documents/growth.test.ts",
  "packages/adapters/test/source-testing/builtIn.test.ts",
  "packages/adapters/test/postgres/ListeningStore.test.ts",
  "packages/sources/test/runs/origins.test.ts",
  "packages/sources/test/attending/merging.test.ts",
  "packages/sources/test/books/services.test.ts"
]

/** Begins with the longest files. The others come as vitest sorts them: by their last duration, or else by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return rank < 0 ? longest.length : rank
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
