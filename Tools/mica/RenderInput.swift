import MicaDocuments
import QuartzCore

/// An input of `mica render`. Several are drawn one over another.
enum RenderInput {
    case document(Document)
    case film(FilmInput)
    case picture(PictureInput)

    /// The layer that is drawn.
    var layer: CALayer {
        switch self {
        case .document(let document): document.rootLayer
        case .film(let film): film.layer
        case .picture(let picture): picture.layer
        }
    }
    /// The size in points.
    var size: CGSize {
        if case .document(let document) = self { document.size } else { layer.bounds.size }
    }
    /// The document; nil for others.
    var document: Document? { if case .document(let document) = self { document } else { nil } }
    /// The film; nil for others.
    var film: FilmInput? { if case .film(let film) = self { film } else { nil } }
    /// The picture; nil for others.
    var picture: PictureInput? { if case .picture(let picture) = self { picture } else { nil } }
}
