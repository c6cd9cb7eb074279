import { listeningEnrichmentStoreContract } from "../contract/ListeningEnrichmentStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) listeningEnrichmentStoreContract(engine.name, newDatabase(engine))
