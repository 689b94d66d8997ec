import CoreGraphics
import Foundation
import MicaDocuments
import QuartzCore
import ReftestKit
import TestSupport

/// An archive that Apple's encoder wrote, beside the picture of it that Apple's render server drew at 1x.
private func archive(_ name: String, _ image: String, size: CGSize, fuzz: Fuzz) -> Reftest {
    let scene = Scene("apple-\(image)", size: size) { root in
        guard let document = try? Document.load(OutsideData.file(.archives, "\(name).ca")) else { return }
        root.addSublayer(document.rootLayer)
    }
    return Reftest(scene, .reference("\(image).png"), fuzz: fuzz)
}

private let smoother =
    "text was drawn at 3x: Apple takes all pixels of an image that is drawn smaller, our linear filter four of them"

/// Pictures by Apple's Core Animation; outside data.
///
/// The other archives beside these have shape or gradient layers, or shadows, or show something else than the picture.
let oracleReftests: [Reftest] =
    !OutsideData.has(.archives)
    ? []
    : [
        archive(
            "ToggleView", "ToggleView", size: CGSize(width: 114, height: 134),
            fuzz: .fuzzy([(8, 900), (32, 400), (96, 400), (160, 40)], because: smoother)),
        archive(
            "ContentView-fromSnapshot", "ContentView.1", size: CGSize(width: 127, height: 53),
            fuzz: .fuzzy(
                [(8, 420), (32, 290), (96, 360), (160, 160), (220, 130)],
                because: smoother + "; and the last row and column are fractions of a point that the snapshot fills")),
    ]
