import CoreGraphics
import Foundation
import MicaDocuments
import QuartzCore
import ReftestKit

/// An archive that Apple's encoder wrote, beside the picture of it that Apple's render server drew at 1x.
private func archive(_ name: String, _ image: String, size: CGSize, fuzz: Fuzz) -> Reftest {
    let scene = Scene("apple-\(image)", size: size) { root in
        let url = Goldens.oracle.appending(path: "archives/\(name).ca")
        guard let document = try? Document.load(url) else { return }
        root.addSublayer(document.rootLayer)
    }
    return Reftest(scene, .reference("archives/\(image).png"), fuzz: fuzz)
}

/// Pictures by Apple's Core Animation; only where ../shared/oracle is at hand.
let oracleReftests: [Reftest] = !Goldens.hasOracle ? [] : [
    archive("ToggleView", "ToggleView", size: CGSize(width: 114, height: 134), fuzz: .exact),
    archive("FavoriteView", "FavoriteView.1", size: CGSize(width: 53, height: 50), fuzz: .exact),
    archive("FavoriteView", "FavoriteView.2", size: CGSize(width: 53, height: 50), fuzz: .exact),
    archive("PopularityBadge", "PopularityBadge.1", size: CGSize(width: 48, height: 48), fuzz: .exact),
    archive("PopularityBadge", "PopularityBadge.2", size: CGSize(width: 48, height: 48), fuzz: .exact),
    archive("PopularityBadge", "PopularityBadge.3", size: CGSize(width: 48, height: 48), fuzz: .exact),
    archive("PopularityBadge", "PopularityBadge.4", size: CGSize(width: 48, height: 48), fuzz: .exact),
    archive("ContentView-fromSnapshot", "ContentView.1", size: CGSize(width: 127, height: 53), fuzz: .exact),
    archive("ComplexView", "ComplexView", size: CGSize(width: 312, height: 509), fuzz: .exact),
]
