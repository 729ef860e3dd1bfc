"""What stands on tiles and sheets, in six languages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    """The fixed texts on tile and sheet, in English; another language is another instance."""

    order: str = "Pay to the order of"
    scan_to_pay: str = "Scan to pay me"
    any_camera: str = "Any camera"
    cyclos_app: str = "Cyclos app"
    keep_private: str = "Keep this side to yourself"
    scan_to_enter: str = "Scan to sign in"
    user: str = "User"
    password: str = "Password"
    address: str = "Web address"
    steps: tuple[str, str, str] = (
        "Scan the code above: you are signed in",
        "Scan the table’s code: you have a seat",
        "In debt? Scan the other tile and pay",
    )
    receive_only: str = "Receives credits. Spends nothing."
    small_print: str = "Not legal tender. Not even tender."
    fold: str = "fold"
    page: str = "Page %(page)s of %(pages)s"
    front: str = "fronts"
    back: str = "backs"
    ruler: str = "This line is 100 mm. If not, print again at 100 %, not “fit to page”."


WORDS: Final[Mapping[str, Words]] = {
    "en": Words(),
    "nl": Words(
        order="Te betalen aan",
        scan_to_pay="Scan om mij te betalen",
        any_camera="Elke camera",
        cyclos_app="Cyclos-app",
        keep_private="Houd deze kant voor jezelf",
        scan_to_enter="Scan om in te loggen",
        user="Gebruiker",
        password="Wachtwoord",
        address="Webadres",
        steps=(
            "Scan de code hierboven: je bent ingelogd",
            "Scan de code van de tafel: je zit erbij",
            "Schulden? Scan het andere kaartje en betaal",
        ),
        receive_only="Ontvangt credits. Geeft niets uit.",
        small_print="Geen wettig betaalmiddel. Niet eens een middel.",
        fold="vouwen",
        page="Pagina %(page)s van %(pages)s",
        front="voorkanten",
        back="achterkanten",
        ruler="Deze lijn is 100 mm lang. Zo niet: print opnieuw op 100 %, niet “passend maken”.",
    ),
    "de": Words(
        order="Zahlbar an",
        scan_to_pay="Scannen und zahlen",
        any_camera="Jede Kamera",
        cyclos_app="Cyclos-App",
        keep_private="Diese Seite für dich behalten",
        scan_to_enter="Scannen und anmelden",
        user="Benutzer",
        password="Passwort",
        address="Webadresse",
        steps=(
            "Den Code oben scannen: Du bist angemeldet",
            "Den Code des Tisches scannen: Du hast einen Platz",
            "Schulden? Die andere Karte scannen und zahlen",
        ),
        receive_only="Empfängt Credits. Gibt nichts aus.",
        small_print="Kein gesetzliches Zahlungsmittel. Gar kein Zahlungsmittel.",
        fold="falten",
        page="Seite %(page)s von %(pages)s",
        front="Vorderseiten",
        back="Rückseiten",
        ruler="Diese Linie ist 100 mm lang. Wenn nicht: mit 100 % neu drucken, ohne „An Seite anpassen“.",
    ),
    "it": Words(
        order="Pagare all’ordine di",
        scan_to_pay="Inquadra per pagarmi",
        any_camera="Ogni fotocamera",
        cyclos_app="App Cyclos",
        keep_private="Tieni questo lato per te",
        scan_to_enter="Inquadra per accedere",
        user="Utente",
        password="Password",
        address="Indirizzo web",
        steps=(
            "Inquadra il codice qui sopra: hai effettuato l’accesso",
            "Inquadra il codice del tavolo: hai un posto",
            "Debiti? Inquadra l’altra tessera e paga",
        ),
        receive_only="Riceve crediti. Non spende nulla.",
        small_print="Senza corso legale. Anzi, senza corso.",
        fold="piegare",
        page="Pagina %(page)s di %(pages)s",
        front="fronti",
        back="retri",
        ruler="Questa linea misura 100 mm. Se no, ristampa al 100 %, senza “adatta alla pagina”.",
    ),
    "fr": Words(
        order="Payez à l’ordre de",
        scan_to_pay="Scannez pour me payer",
        any_camera="Tout appareil photo",
        cyclos_app="Appli Cyclos",
        keep_private="Gardez ce côté pour vous",
        scan_to_enter="Scannez pour entrer",
        user="Utilisateur",
        password="Mot de passe",
        address="Adresse web",
        steps=(
            "Scannez le code ci-dessus : vous voilà connecté",
            "Scannez le code de la table : vous avez une place",
            "Une dette ? Scannez l’autre carte et payez",
        ),
        receive_only="Reçoit des crédits. Ne dépense rien.",
        small_print="N’a pas cours légal. N’a pas cours du tout.",
        fold="plier",
        page="Page %(page)s sur %(pages)s",
        front="rectos",
        back="versos",
        ruler="Cette ligne mesure 100 mm. Sinon, réimprimez à 100 %, sans « ajuster à la page ».",
    ),
    "es": Words(
        order="Páguese a la orden de",
        scan_to_pay="Escanea para pagarme",
        any_camera="Cualquier cámara",
        cyclos_app="App Cyclos",
        keep_private="Guarda este lado para ti",
        scan_to_enter="Escanea para entrar",
        user="Usuario",
        password="Contraseña",
        address="Dirección web",
        steps=(
            "Escanea el código de arriba: ya has entrado",
            "Escanea el código de la mesa: ya tienes sitio",
            "¿Debes algo? Escanea la otra tarjeta y paga",
        ),
        receive_only="Recibe créditos. No gasta nada.",
        small_print="Sin curso legal. Sin curso alguno.",
        fold="doblar",
        page="Página %(page)s de %(pages)s",
        front="anversos",
        back="reversos",
        ruler="Esta línea mide 100 mm. Si no, imprime otra vez al 100 %, sin «ajustar a la página».",
    ),
}
"""By language code (ISO 639-1)."""
