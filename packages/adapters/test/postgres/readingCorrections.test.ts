import { readingCorrectionsContract } from "../contract/readingCorrections.js"
import { newDatabase } from "../support/database.js"

readingCorrectionsContract(newDatabase())
