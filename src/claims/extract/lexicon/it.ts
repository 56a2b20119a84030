import { inOrder } from './in-order.ts'
import type { Language } from './lexicon.ts'

export const italian: Language = {
  name: 'it',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `il gli della delle nel che è sono ho con per non una questo questa anche più dei degli alla tutti tutto ora adesso stato stata stati ha hanno puoi ecco già ancora modifiche sul`,
  entries: () =>
    inOrder({
      agent: 'io noi ho abbiamo',
      user: 'tu voi lei',
      your: 'tuo tua tuoi tue vostro',
      it: 'questo ciò tutto esso',
      other: 'utente cliente autore team documentazione readme registro qualcuno collega',
      be: 'è sono era erano sia risulta risultano resta',
      been: 'stato stata stati state è_stato è_stata sono_stati sono_state',
      have: 'ho ha hanno abbiamo aveva hai avete',
      det: "il lo la i gli le un uno una questo questa questi queste mio mia nostro nostra l'",
      prep: 'in nel nella nei su sul sulla di del della dei a al alla per con da dal tra senza sui nelle',
      and: 'e ed inoltre , & / o poi',
      but: 'ma però tuttavia sebbene anche_se',
      that: 'che cui',
      adverb:
        'anche già completamente totalmente finalmente ora adesso tutti tutte tutto correttamente appena interamente',
      done: `fatto fatta completato completata completati completate finito finita finiti finite terminato terminata terminati terminate pronto pronta pronti pronte concluso conclusa conclusi ultimato ultimata       tutto_a_posto tutto_fatto missione_compiuta aggiornato_e_pronto chiuso chiusa consegnato consegnata portato_a_termine portata_a_termine a_posto niente_altro_da_fare null'altro_da_fare in_ordine aggiornatissimo archiviato {è|sono|tutto|ora}_{completo|completa|completi|complete}`,
      built: 'implementato implementata implementati implementate realizzato realizzata ',
      fixed: `corretto corretta corretti corrette risolto risolta risolti risolte sistemato sistemata sistemati sistemate riparato riparata riparati fixato eliminato_il_bug sparito sparita scomparso scomparsa aggiustato aggiustata patchato
      rimediato bonificato`,
      fixes: 'corregge risolve sistema ripara',
      shipped: `pubblicato pubblicata pubblicati distribuito distribuita rilasciato rilasciata rilasciati pushato pushata pushati committato committata committati mergiato mergiata unito unita_a_main deployato deployata in_produzione
      caricato_su_main messo_in_produzione messa_in_produzione fatto_il_push fatto_il_deploy fatto_il_commit fatto_push inviato_su_main`,
      live: 'online in_linea',
      passed: `{compila|compilano}_{senza_errori|correttamente|senza_problemi} passano passa passati passato passata passate superano supera superato superati superata verde verdi compila compilato pulito pulita senza_errori senza_problemi riuscito riuscita riusciti a_buon_fine ok con_successo`,
      checked:
        'verificato verificata verificati testato testata testati confermato confermata validato validata controllato controllata provato provata collaudato collaudata',
      works:
        'funziona funzionano funzionante funzionanti operativo operativa attivo_e_funzionante in_esecuzione raggiungibile gira',
      changed: `aggiunto aggiunta aggiunti aggiornato aggiornata aggiornati rimosso rimossa creato creata creati modificato modificata modificati sostituito rinominato spostato cambiato scritto migliorato installato semplificato adattato
      eliminato inserito migrato migrata configurato configurata integrato integrata portato rifattorizzato`,
      opened: 'aperto aperta creato creata chiuso chiusa',
      success: 'con_successo',
      tried: 'confrontato eseguito provato aperto avviato misurato',
      same: 'coincide coincidono identico identici',
      well: 'correttamente come_previsto perfettamente bene senza_problemi di_nuovo regolarmente senza_errori come_atteso come_dovrebbe a_dovere',
      'no-longer': 'non_più',
      'to-fix': 'correggere risolvere sistemare correzione correzioni',
      'to-ship':
        'pubblicare distribuire rilasciare fare_il_push pushare committare push deploy rilascio pubblicazione commit distribuzione',
      'to-check': 'verificare testare confermare verifica validazione',
      'to-do': 'implementare aggiungere creare scrivere aggiornare rimuovere',
      test: '{compila|compilano}_{senza_errori|correttamente|senza_problemi} test suite compilazione build lint linter pipeline ci controlli verifica_dei_tipi',
      problem:
        'errore errori bug problema problemi regressione regressioni avviso avvisi perdita conflitto conflitti difetto difetti guasto anomalia malfunzionamento crash',
      bad: 'fallisce blocca crasha verifica presenta',
      work: 'attività compito implementazione migrazione refactoring funzionalità modifica modifiche codice ramo branch commit lavoro ticket versione tutto applicazione sito correzione',
      place: 'main master origin remoto github gitlab produzione prod staging ramo repository',
      server: 'server applicazione app sito servizio api container',
      request: 'pr pull_request mr merge_request',
      cause: 'causa origine ragione ipotesi motivo',
      summary: 'ecco_cosa_è_cambiato modifiche_apportate ecco_le_modifiche',
      all: 'tutto tutti tutte tutta entrambi entrambe completamente ogni',
      now: 'ora adesso attualmente',
      part: 'parzialmente alcuni alcune quasi maggior_parte in_parte a_metà tranne solo soltanto',
      remain: 'resta restano rimane rimangono in_sospeso rimanente rimanenti manca mancano da_fare',
      not: 'non mai nessun nessuno nessuna niente nulla né neanche neppure fallito falliti falliscono invece manca',
      hedge: `dovrebbe dovrebbero potrebbe potrebbero forse probabilmente possibilmente sembra sembrano apparentemente presumibilmente in_teoria in_linea_di_principio spero_che probabile magari sarebbe salvo_errori
      a_quanto_pare`,
      think: 'credo penso suppongo spero immagino ritengo',
      plan: 'procedo sto_per andrò farò vado_a sarà saranno prossimo_passo prossimi_passi poi dopo presto domani intendo vorrei lasciami di_seguito da_fare in_corso voglio procederò ora_aggiorno adesso_aggiorno passiamo',
      need: 'deve devono bisogna occorre necessario richiede requisiti obbligatorio è_necessario serve servono',
      if: 'se quando una_volta appena_sarà fino_a finché prima_di a_meno_che affinché dopo_che qualora purché nel_caso non_appena',
      ensure: 'assicurati assicuratevi verifica_che controlla_che verifica_se controlla_se per_verificare assicurarsi',
      ask: 'vuoi volete desideri devo dobbiamo puoi_confermare quale come_mai perché dove chi posso va_bene preferisci potresti cosa',
      say: 'a_giudicare dice detto secondo afferma indica menziona scrive riporta segnala sostiene',
      draft: 'messaggio_di_commit bozza esempio modello note_di_rilascio descrizione_della_pr proposta',
      how: 'come_funziona funzionamento opzioni esempio spiegazione contesto uso perché',
      cannot:
        'non_posso non_riesco non_possiamo impossibile incapace non_è_possibile non_ho_potuto non_sono_riuscito non_siamo_riusciti non_sono_in_grado',
      'in-vain': 'non_ho_potuto non_sono_riuscito non_siamo_riusciti',
      blocked: `senza_accesso non_ho_accesso non_abbiamo_accesso bloccato bloccata vietato negato non_è_installato non_è_installata non_ho_il_permesso non_ho_i_permessi senza_permessi irraggiungibile accesso_negato non_ho_le_credenziali
      fuori_dalla_mia_portata`,
      please: 'per_favore per_cortesia cortesemente',
      supply:
        'invia inviami inviare fornisci fornire condividi condividere incolla incollare dimmi indica chiarisci mandami mostrami aggiungi conferma allega passami specifica condividimi forniscimi',
      step: 'esegui eseguire riavvia prova verifica installa apri configura distribuisci ricarica aggiorna lancia rivedi controlla fai',
      me: 'mi me qui chat output log risultato',
      handover: `devi dovete dovrai ho_bisogno_che ho_bisogno_di ho_bisogno_del da_parte_tua dal_tuo_lato passaggio_manuale tocca_a_te mi_serve mi_servono avrò_bisogno cosa_devi_fare a_te_la_palla è_il_tuo_turno ricordati ricorda_di non_dimenticare`,
      applied: 'applicato applicata applicati applicate eseguito eseguita eseguiti effettuato effettuata',
      habit: 'normalmente generalmente di_solito sempre tipicamente automaticamente spesso',
      past: "in_precedenza originariamente la_settimana_scorsa l'anno_scorso una_volta_era ieri",
      except: 'tranne eccetto solo_perché salvo',
      affirm: 'sì',
      ready: 'pronto pronta pronti pronte',
      as: 'come considerato considerata',
      lack: 'senza',
    }),
}
