"""Pictures as SVG: shapes with classes that the style sheet colours, by day and by night."""

from markupsafe import Markup, escape

from app.services.pictures import Drawing
from app.services.pictures.drawing import Bar, Label, Line, Ribbon, Shape, path


def svg(drawing: Drawing) -> Markup:
    """The picture with its name and what it shows in words, for those who listen."""
    shapes = "".join(_shape(shape) for shape in drawing.shapes)
    return Markup(
        f'<svg class="picture" viewBox="0 0 {drawing.width} {drawing.height}" role="img"'
        f' aria-label="{escape(drawing.title)}. {escape(drawing.text)}">{shapes}</svg>'
    )


def _shape(shape: Shape) -> str:
    match shape:
        case Bar():
            return (
                f'<rect class="s{shape.series} {shape.shade}" x="{shape.x}" y="{shape.y}"'
                f' width="{shape.width}" height="{shape.height}"/>'
            )
        case Line():
            dash = f' stroke-dasharray="{shape.dash}"' if shape.dash else ""
            return f'<path class="line s{shape.series}" d="{path(shape)}"{dash}/>'
        case Ribbon():
            return f'<path class="ribbon s{shape.series}" d="{path(shape)}"/>'
        case Label():
            strong = ' font-weight="700"' if shape.strong else ""
            return (
                f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" text-anchor="{shape.align}"{strong}>'
                f"{escape(shape.text)}</text>"
            )
