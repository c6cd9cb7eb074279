import { watchingCorrectionsContract } from "../contract/watchingCorrections.js"
import { newDatabase } from "../support/database.js"

watchingCorrectionsContract(newDatabase())
