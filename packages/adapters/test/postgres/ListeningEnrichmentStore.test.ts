import { listeningEnrichmentStoreContract } from "../contract/ListeningEnrichmentStore.js"
import { newDatabase } from "../support/database.js"

listeningEnrichmentStoreContract(newDatabase())
