import tseslint from "typescript-eslint"
import regexp from "eslint-plugin-regexp"
import stylistic from "@stylistic/eslint-plugin"

const typescript = ["**/*.ts", "**/*.tsx"]

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "**/coverage/", "**/.daybook/", "**/.wireit/"] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: typescript })),
  {
    files: ["**/*.{ts,tsx,mjs,cjs}"],
    plugins: { "@stylistic": stylistic },
    rules: {
      // prettier lays out code at 120 columns but leaves comments and what it cannot break.
      "@stylistic/max-len": [
        "error",
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreUrls: true, ignoreRegExpLiterals: true }
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Export by name: a thing has one name everywhere." }
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "prefer-const": "error"
    }
  },
  {
    files: typescript,
    rules: {
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true, "ts-check": true }
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // An interface that names a schema's type reads better than the type spelled out; a tagged enum has empty cases.
      "@typescript-eslint/no-empty-object-type": [
        "error",
        { allowInterfaces: "with-single-extends", allowObjectTypes: "always" }
      ],
      // With noUncheckedIndexedAccess a loop over known bounds has no other way to say that it knows them.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Phantom parameters and `Effect<void>` are how Effect spells things.
      "@typescript-eslint/no-invalid-void-type": "off"
    }
  },
  {
    files: ["packages/*/src/**/*.{ts,tsx}"],
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-statements": ["error", 27],
      "max-lines-per-function": ["error", { max: 170, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      // A value import from the package's index loads the two megabytes of its interactive API reference.
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { paths: [{ name: "@effect/platform", allowTypeImports: true, message: "Import @effect/platform/Module." }] }
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Export by name: a thing has one name everywhere." },
        {
          selector: "ClassDeclaration[superClass=null]",
          message: "Write values and functions; classes are Effect's tags, errors and services."
        }
      ]
    }
  },
  {
    // A text that others wrote must not keep a regular expression busy for longer than it takes to read it.
    files: ["packages/*/src/**/*.{ts,tsx}"],
    plugins: { regexp },
    rules: { "regexp/no-super-linear-backtracking": ["error", { report: "certain" }] }
  },
  {
    // What a command prints goes through one file; the generic step from a group to its handlers needs `any` in one
    // place.
    files: ["packages/cli/src/print.ts"],
    rules: { "no-console": "off" }
  },
  // What the owner of a page with elements has to do is said in the browser's console, through one file.
  { files: ["packages/embed/src/console.ts"], rules: { "no-console": "off" } },
  { files: ["packages/http/src/kit/{handlers,operations}.ts"], rules: { "@typescript-eslint/no-explicit-any": "off" } },
  {
    // One assertion style; fast-check's `fc.assert` runs properties and is no assertion.
    files: ["**/test/**/*.{ts,tsx,mjs}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            ...["node:assert", "node:assert/strict", "assert", "assert/strict", "chai", "@effect/vitest/utils"].map(
              (name) => ({ name, message: "Use `expect`" })
            ),
            ...["vitest", "@effect/vitest"].map((name) => ({ name, importNames: ["assert"], message: "Use `expect`" }))
          ]
        }
      ]
    }
  },
  {
    // A migration is one statement after another, read once and never changed.
    files: ["packages/adapters/src/postgres/migrations/*.ts"],
    rules: { "max-lines-per-function": "off", "max-statements": "off", "@stylistic/max-len": "off" }
  },
  {
    // These tools ask for a default export.
    files: ["**/*.config.{ts,mjs}"],
    rules: { "no-restricted-syntax": "off" }
  }
)
