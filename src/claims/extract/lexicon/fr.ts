import type { Language } from './lexicon.ts'

export const french: Language = {
  name: 'fr',
  order: 'free',
  takesBack: 'before',
  negates: 'before',
  marks: `le les des est sont une dans pour avec pas sur vous nous j' c' l' d' qu' été cette ces je elle mes vos votre aux du et maintenant tous toutes déjà voici n' s'`,
  entries: () => ({
    agent: "j' je nous on",
    user: 'vous tu',
    your: 'votre vos ton ta tes',
    it: "c' ça cela tout ceci il elle ils elles",
    other: "utilisateur client auteur équipe collègue journal quelqu' billet",
    be: 'est sont était étaient suis sommes soit être',
    been: 'été a_été ont_été',
    have: 'ai a ont avons avait as avez',
    det: "le la les un une des ce cette ces mon ma mes notre nos votre vos l'",
    prep: "dans sur pour de du des à au aux en avec par sous vers chez sans d'",
    and: 'et ainsi_que puis , & / ou',
    but: 'mais cependant toutefois pourtant bien_que',
    that: 'que qui dont',
    adverb:
      'aussi déjà bien entièrement complètement totalement maintenant désormais enfin juste tous tout toutes tout_juste complète complètes complet complets en_arrière-plan en_tâche_de_fond',
    done: `terminé terminée terminés terminées achevé achevée achevés achevées fini finie finis finies fait_. fait_! fait_: fait_, {c'est|est|été|déjà|tout|bien|ai|avons}_fait prêt prête prêts prêtes accompli accomplie finalisé
      finalisée finalisés bouclé bouclée livré livrée livrés réglé_et_terminé tout_est_bon tout_est_en_ordre à_jour mission_accomplie dans_la_boîte dans_la_poche plus_rien_à_faire rien_d'autre_à_faire
      conclu conclue parachevé parachevée opérationnel_et_prêt abouti aboutie expédié_et_terminé et_voilà affaire_classée {est|sont|tout_est}_{complet|complète|complets|complètes}
      {est|sont|c'est|tout_est|désormais|maintenant}_en_place {exécuté|exécutée|exécutés|exécutées}_{avec_succès|sans_erreur|correctement} clôturé clôturée clos close au_point`,
    built:
      'implémenté implémentée implémentés implémentées mis_en_place mise_en_place réalisé réalisée réalisés codé codée développé développée développés',
    fixed: `corrigé corrigée corrigés corrigées résolu résolue résolus résolues réparé réparée réparés réparées réglé réglée réglés réglées patché éliminé éliminée éliminés disparu disparue rectifié rectifiée supprimé_le_bug
      de_l'histoire_ancienne rentré_dans_l'ordre rentrée_dans_l'ordre solutionné solutionnée débogué {désormais|est|sont|été|maintenant}_rétabli{|e|s|es} {est|sont|été|désormais}_restauré{|e|s|es} ne_{plante|bloque|échoue|bugue}_plus`,
    fixes: `corrige résout règle répare élimine supprime_{le|la|les|l'} évite_l'erreur lève_l'erreur`,
    shipped: `poussé poussée poussés poussées déployé déployée déployés déployées publié publiée publiés mis_en_production mise_en_production
      mis_en_ligne mise_en_ligne livré_en_production validé_sur_main sorti en_production en_ligne {ai|avons}_fait_{le|un}_{push|déploiement} pushé pushée pushés publiées
      livré_en_prod`,
    live: 'en_ligne en_prod',
    passed: `{compile|compilent}_{sans_erreur|correctement|sans_problème} passent passe passé réussi réussis réussie réussies réussissent réussit vert verte verts vertes au_vert compile compilent sans_erreur sans_erreurs sans_problème sans_échec propre propres est_passé sont_passés
      ok concluants concluant se_construit compilé compilée compilés compilées {s'exécute|s'exécutent|tourne|tournent}_sans_{erreur|erreurs} fonctionnent_tous
      {exécuté|exécutée|exécutés|exécutées}_{avec_succès|sans_erreur|correctement} {compilé|compilée|compilés|compilées}_{avec_succès|correctement|sans_erreur}`,
    checked: `vérifié vérifiée vérifiés vérifiées testé testée testés testées confirmé confirmée validé validée validés contrôlé contrôlée revérifié éprouvé éprouvée contrôlés contrôlées confirmés confirmées validées revérifiée
      re-vérifié recoupé recoupée {vérification|validation}_{réussie|concluante|ok}`,
    works: `actif actifs active actives fonctionne fonctionnent marche marchent tourne tournent opérationnel opérationnelle opérationnels fonctionnel fonctionnelle accessible joignable
      {répond|répondent|s'affiche|s'affichent|s'ouvre|s'exécute|s'exécutent|se_lance|démarre|démarrent|charge|se_charge|renvoie|retourne|s'enregistre}_{bien|correctement|parfaitement|normalement|sans_erreur|sans_problème}
      {tourne|tournent}_{en_arrière-plan|en_tâche_de_fond} tourne_sans_{erreur|erreurs}`,
    changed: `ajouté ajoutée ajoutés ajoutées modifié modifiée modifiés créé créée créés supprimé supprimée remplacé renommé renommée déplacé changé mis_à_jour mise_à_jour écrit écrite refactorisé amélioré installé généré nettoyé
      simplifié activé adapté ajusté migré migrée migrés configuré configurée intégré intégrée porté générée générés documenté documentée nettoyée optimisé optimisée optimisés traduit traduite déplacée déplacés
      changée renommés réécrit réécrite réorganisé réorganisée préparé préparée installée installés remplacée remplacés adaptée ajustée ajustés améliorée supprimés supprimées créées modifiées copié copiée extrait
      extraite unifié mesuré étendu étendue enrichi enrichie enregistré enregistrée`,
    opened: 'ouvert ouverte créé créée soumis soumise fermé fermée',
    success: 'avec_succès',
    tried: 'comparé exécuté lancé ouvert mesuré rejoué',
    same: 'coïncide coïncident identique identiques',
    well: 'correctement comme_prévu comme_attendu parfaitement bien sans_problème à_nouveau normalement de_nouveau sans_erreur comme_il_faut à_merveille',
    'no-longer':
      "ne_plus n'est_plus n'apparaît_plus n'apparaissent_plus ne_se_produit_plus ne_se_produisent_plus n'existe_plus",
    'to-fix':
      'corriger résoudre réparer correction corrections correctif correctifs fix fixes hotfix corrections_apportées',
    'to-ship': 'pousser déployer fusionner publier commiter push déploiement publication commit fusion',
    'to-check': 'vérifier tester confirmer valider vérification validation',
    'to-do': 'implémenter ajouter créer écrire mettre_à_jour supprimer',
    test: '{compile|compilent}_{sans_erreur|correctement|sans_problème} test tests suite compilation build lint linter typage pipeline ci vérifications intégration_continue vérification_des_types suites_de_tests analyse_statique {compilé|compilée|compilés|compilées}_{avec_succès|correctement|sans_erreur}',
    compiles: 'compile compilent se_construit',
    problem: `bug bugs bogue bogues erreur erreurs problème problèmes régression régressions plantage plantages avertissement avertissements fuite anomalie anomalies conflit conflits défaut défauts panne souci soucis warning
      warnings`,
    bad: 'plante échoue bloque planter échouer',
    work: `tâche tâches implémentation migration refactorisation fonctionnalité fonctionnalités modification modifications changement changements code branche commit travail ticket correctif version tout application site
      correction corrections correctifs fix fixes readme changelog documentation script projet fichier rapport configuration solution guide lien accès`,
    place: 'main master origin distant github gitlab production prod staging branche dépôt',
    server: 'serveur application site service api conteneur appli',
    request: 'pr pull_request merge_request mr demande_de_fusion',
    cause: 'cause origine raison hypothèse',
    summary: "voici_ce_qui_a voici_les_changements voici_ce_que_j'ai voici_les_modifications",
    all: 'tout tous toutes toute ensemble entièrement intégralité chaque en_totalité',
    now: 'maintenant désormais à_présent dorénavant',
    part: 'partiellement certains certaines quelques presque la_plupart en_partie à_moitié sauf plupart seuls seulement',
    remain: 'reste restant restante restants restantes en_suspens en_attente à_faire autre manque',
    not: "pas ne n' jamais aucun aucune rien ni personne non échoué échoue échouent impossible_de au_lieu",
    hedge: `devrait devraient pourrait pourraient peut-être probablement sans_doute vraisemblablement semble semblent apparemment normalement_devrait possible éventuellement en_principe en_théorie
      a_priori doit_normalement espérons sauf_erreur paraît serait seraient devrais`,
    think: 'pense crois suppose espère imagine présume',
    plan: `vais allons va_être vont_être sera seront prochaine_étape prochaines_étapes ensuite bientôt plus_tard demain prévois envisage souhaite aimerais j'aimerais laisse-moi laissez-moi je_compte à_faire reste_à je_dois_encore prochainement m'apprête en_cours
      compte_faire sur_le_point vérifierai testerai corrigerai pousserai lancerai déploierai exécuterai ajouterai`,
    need: 'doit doivent faut dois devez devons nécessaire requis requise exigences prérequis obligatoire il_faut besoin_de',
    if: "si s'il dès une_fois lorsque quand avant jusqu'à tant_que à_condition au_cas_où sinon à_moins afin pour_que après_que en_attendant",
    ensure: "assurez-vous assure-toi vérifiez_que vérifie_que vérifier_si vérifiez_si pour_vérifier s'assurer",
    ask: 'est-ce_que dois-je devons-nous voulez-vous veux-tu pouvez-vous peux-tu souhaitez-vous avez-vous as-tu puis-je quel quelle quels comment pourquoi où qui faut-il est-il sont-ils pourriez-vous',
    wishes:
      'veux voulez vouliez voudriez préfères préférez préféreriez souhaites souhaitez souhaiteriez désirez voulez-vous veux-tu souhaitez-vous préférez-vous préfères-tu',
    offers: 'puis-je dois-je devons-nous',
    say: "à_en_juger dit affirme indique selon écrit mentionne rapporte annonce précise déclare stipule d'après prétend",
    draft:
      'message_de_commit brouillon exemple modèle notes_de_version description_de_la_pr proposition ébauche suggestion_de_message',
    appraises:
      'points_forts avantages atouts ce_qui_{marche|fonctionne|marche_déjà|fonctionne_déjà|a_marché|a_fonctionné} constats points_positifs',
    proposes: 'rapide recommandée recommandé proposée proposé possible simple manuelle nécessaire',
    how: 'comment fonctionnement options exemple explication pourquoi contexte utilisation',
    cannot: `ne_peux_pas ne_peut_pas ne_pouvons_pas n'ai_pas_pu n'ai_pas_réussi impossible incapable pas_en_mesure ne_parviens_pas n'arrive_pas n'ai_pu n'avons_pas_pu ne_suis_pas_en_mesure m'est_impossible il_m'est_impossible`,
    'in-vain': "n'ai_pas_pu n'ai_pas_réussi n'ai_pu n'avons_pas_pu",
    blocked: `pas_accès n'ai_pas_accès aucun_accès bloqué bloquée interdit interdite refusé refusée pas_installé pas_installée n'est_pas_installé pas_la_permission pas_l'autorisation pas_les_droits inaccessible accès_refusé
      hors_de_portée pas_autorisé n'ai_aucun_accès sans_accès pas_les_identifiants n'a_pas_chargé n'ont_pas_chargé n'a_pas_été_chargée ne_dispose_pas n'est_pas_disponible_dans_{cet_environnement|cette_session}
      faute_d'accès faute_de_droits interrompu_faute_de abandonné_faute_de n'a_pas_chargé_correctement`,
    please: "s'il_vous_plaît s'il_te_plaît svp stp veuillez merci_de merci_d' prière_de",
    supply: `envoyer envoyez envoie fournir fournissez donner donnez donne partager partagez partage coller collez colle préciser précisez indiquer indiquez ajouter ajoutez confirmer confirmez dites dis transmettre transmettez communiquer
      envoie-moi donne-moi passer passe colle-moi réessayer_de_partager raconter montrer montre montrez`,
    step: 'lancer lancez exécuter exécutez redémarrer redémarrez tester testez vérifier vérifiez installer installez ouvrir ouvrez mettre mettez configurer configurez relancer relancez recharger rechargez essayer essayez déployer déployez',
    me: "moi nous m' ici chat sortie journal résultat me",
    handover: `il_vous_reste_à il_te_reste_à à_vous_de à_toi_de vous_devez tu_dois il_vous_faut il_te_faut vous_devrez tu_devras j'ai_besoin_de j'ai_besoin_du j'ai_besoin_que j'aurai_besoin j'aurais_besoin de_votre_côté de_ton_côté étape_manuelle c'est_à_vous c'est_à_toi à_vous_de_jouer
      vous_aurez_besoin il_me_faut il_me_faudrait n'oubliez_pas n'oublie_pas pensez_à pense_à {tu_peux|vous_pouvez|tu_pourrais|vous_pourriez}_me_{donner|envoyer|partager|coller|passer|transmettre|fournir|montrer} commandes_à_exécuter actions_manuelles action_manuelle étapes_manuelles redémarrage_{nécessaire|requis|est_nécessaire} redémarrage_du_{serveur|service}_est_{nécessaire|requis}
      j'attends_{ton|votre|ta|tes|vos}`,
    applied: 'appliqué appliquée appliqués appliquées effectué effectuée effectués effectuées réalisé',
    habit:
      'habituellement généralement normalement toujours typiquement par_défaut automatiquement souvent chaque_{nuit|jour|heure|semaine|mois} toutes_les_{nuits|heures|semaines}',
    source: 'documentation structure',
    undid: 'annulé annulée annulés rétabli rétablie défait',
    past: "en_{janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre} auparavant autrefois initialement la_semaine_dernière l'année_dernière à_l'époque jadis hier",
    each: 'à_chaque chaque_fois lors_de_chaque avant_chaque après_chaque',
    explains:
      "actuellement utilise utilisent contient contiennent permet permettent gère gèrent lit lisent stocke stockent appelle appellent renvoie renvoient dépend dépendent correspond correspondent représente affiche affichent envoie reçoit se_trouve se_trouvent signifie existe existent consiste sert servent repose définit définissent il_y_a {est|c'est}_{un|une} sont_des est_{géré|gérée|appelé|appelée|défini|définie|stocké|stockée}",
    thus: 'ainsi comme_suit comme_ceci comme_ça de_la_manière_suivante de_la_façon_suivante',
    recap: '{dernière|précédente}_session session_{précédente|dernière} la_dernière_fois hier',
    except: 'sauf hormis excepté à_part uniquement_parce_que seulement_parce',
    vanished: 'disparu disparue',
    affirm: 'oui tout_à_fait',
    ready: 'prêt prête prêts prêtes',
    as: 'comme considéré considérée',
    lack: 'sans',
    fails: 'échoue échouent cassé cassée cassés',
    ran: 'exécuté exécutés exécutée exécutées lancé lancés lancée lancées',
    was: 'était étaient',
    still: 'toujours encore',
    expects: 'devrait devraient',
    unfinished:
      '{reste|restent}_à_faire pas_encore_{implémenté|implémentée|terminé|terminée|fait|faite} manque_encore manquent_encore {toujours|encore}_en_{attente|cours} reste_incomplet',
    order: `ouvre ouvrez lance lancez relance relancez vérifie vérifiez teste testez rafraîchis rafraîchissez redémarre redémarrez exécute exécutez colle collez copie copiez refais refaites installe installez débranchez branchez
      active activez désactive désactivez rends-toi connecte-toi connectez-vous laisse_tourner laissez_tourner réessaie réessayez essaie essayez`,
    review: 'validation checklist pre-flight preflight constitution_check',
    committed:
      'commité commitée commités committé fusionné fusionnée fusionnés mergé mergée commit_{créé|effectué|fait} commit_et_push_{effectués|faits|ok}',
    device: 'téléphone portable appareil tablette montre émulateur simulateur carte iphone ipad',
    installed: 'installé installée',
    on: 'sur en dans',
    remote: 'origin distant github gitlab production prod',
    synced: 'synchronisé synchronisée synchronisés',
    acts: 'fonctionne fonctionnent marche marchent tourne tournent',
    courtesy: 'noter notez excuser excusez patienter patientez',
    thanks: 'bon_travail beau_travail merci bonjour salutations cordialement compris bonne_chance entendu',
  }),
}
