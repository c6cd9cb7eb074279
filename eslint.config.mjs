import tseslint from "typescript-eslint"
import regexp from "eslint-plugin-regexp"
import { functionLength } from "./scripts/functionLength.mjs"

const typescript = ["**/*.ts", "**/*.tsx"]

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "**/coverage/", "**/.daybook/"] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: typescript })),
  {
    files: ["**/*.{ts,tsx,mjs,cjs}"],
    plugins: { daybook: { rules: { "function-length": functionLength } } },
    rules: {
      "daybook/function-length": ["error", 40],
      "max-lines": ["error", 300],
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
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true, "ts-check": true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // An interface that names a schema's type reads better than the type spelled out; a tagged enum has empty cases.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends", allowObjectTypes: "always" }],
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
      "no-console": "error",
      // Whoever takes a value out of the platform's barrel loads the two megabytes of its interactive reference along with it.
      "@typescript-eslint/no-restricted-imports": ["error", { paths: [{ name: "@effect/platform", allowTypeImports: true, message: "Import @effect/platform/Module." }] }],
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Export by name: a thing has one name everywhere." },
        { selector: "ClassDeclaration[superClass=null]", message: "Write values and functions; classes are Effect's tags, errors and services." }
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
    // What a command prints goes through one file; the generic step from a group to its handlers needs `any` in one place.
    files: ["packages/cli/src/print.ts"],
    rules: { "no-console": "off" }
  },
  {
    files: ["packages/http/src/shared/room.ts"],
    rules: { "@typescript-eslint/no-explicit-any": "off" }
  },
  {
    // A migration is one statement after another, read once and never changed.
    files: ["packages/adapters/src/postgres/migrations/*.ts"],
    rules: { "daybook/function-length": "off" }
  },
  {
    // These tools ask for a default export.
    files: ["**/*.config.{ts,mjs}", "scripts/tally.mjs"],
    rules: { "no-restricted-syntax": "off" }
  }
)
