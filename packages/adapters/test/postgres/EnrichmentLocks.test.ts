import { enrichmentLocksContract } from "../contract/EnrichmentLocks.js"
import { newDatabase } from "../support/database.js"

enrichmentLocksContract(newDatabase())
