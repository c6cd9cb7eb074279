import { collectingCorrectionsContract } from "../contract/collectingCorrections.js"
import { newDatabase } from "../support/database.js"

collectingCorrectionsContract(newDatabase())
