import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import ReftestKit

extension CALayer {
    /// Puts a text layer in front of the sublayers: 20 points, blue.
    fileprivate func text(_ frame: CGRect, _ string: Any, _ configure: (CATextLayer) -> Void = { _ in }) {
        let layer = CATextLayer()
        layer.frame = frame
        layer.string = string
        layer.fontSize = 20
        layer.foregroundColor = Paint.blue
        configure(layer)
        addSublayer(layer)
    }
}

private func key(_ name: CFString) -> NSAttributedString.Key { NSAttributedString.Key(name) }

private func attributed(_ string: String, _ font: String = "Helvetica") -> NSMutableAttributedString {
    NSMutableAttributedString(
        string: string,
        attributes: [
            key(kCTFontAttributeName): CTFontCreateWithName(font, 20, nil),
            key(kCTForegroundColorAttributeName): Paint.blue,
        ])
}

private func typewriter(_ layer: CATextLayer) { layer.font = "Courier" }

/// Letters that are filled beside others, or alone.
private let besideOthers = Fuzz.fuzzy(
    8, pixels: 64,
    because:
        "Cairo samples a row of pixels 15 times where an edge of any letter of a fill ends in it, and is exact else")

/// Letters as they are drawn with the pinned fonts; looked at before they were accepted.
let textGoldenReftests: [Reftest] = [
    Reftest(
        Scene("golden-text-kinds", size: CGSize(width: 120, height: 120)) { root in
            root.text(box(4, 2, 112, 24), "Ägypten fi") { $0.font = "Times-BoldItalic" }
            root.text(box(4, 26, 112, 24), "שלום 123")
            root.text(box(4, 50, 112, 30), "مرحبا")
            root.text(box(4, 76, 112, 20), "too long for here") { layer in
                layer.fontSize = 14
                layer.truncationMode = .middle
            }
            root.text(box(4, 94, 112, 26), "x\u{301} 😀")
        }, .golden)
]

/// Texts that must look as simpler texts do.
let textReftests: [Reftest] = [
    same("text-with-attributes-is-as-plain") { root in
        root.text(box(4, 4, 56, 30), attributed("Agé fi"))
    } as: {
        $0.text(box(4, 4, 56, 30), "Agé fi")
    },
    same("text-attributes-that-show-nothing-move-nothing") { root in
        let string = attributed("AVATAR")
        string.addAttribute(
            key(kCTUnderlineColorAttributeName), value: Paint.red, range: NSRange(location: 1, length: 2))
        root.text(box(2, 4, 60, 30), string) { $0.isWrapped = true }
    } as: {
        $0.text(box(2, 4, 60, 30), "AVATAR") { $0.isWrapped = true }
    },
    same("text-font-by-name-is-that-by-object") { root in
        root.text(box(4, 2, 56, 30), "fox") { $0.font = CGFont("Helvetica-Bold") }
        root.text(box(4, 32, 56, 30), "fox") { $0.font = CTFontCreateWithName("Arial-BoldMT", 99, nil) }
    } as: { root in
        root.text(box(4, 2, 56, 30), "fox") { $0.font = "LiberationSans-Bold" }
        root.text(box(4, 32, 56, 30), "fox") { $0.font = "Helvetica-Bold" }
    },
    same("text-wrapped-is-as-split") { root in
        root.text(box(0, 0, 64, 64), "ab cd ef") { layer in
            typewriter(layer)
            layer.isWrapped = true
        }
    } as: {
        $0.text(box(0, 0, 64, 64), "ab cd\nef", typewriter)
    },
    same("text-word-without-room-is-split-between-letters") { root in
        root.text(box(0, 0, 64, 64), "abcdefgh") { layer in
            typewriter(layer)
            layer.isWrapped = true
        }
    } as: {
        $0.text(box(0, 0, 64, 64), "abcde\nfgh", typewriter)
    },
    same("text-justified-line-is-its-words-at-both-sides", fuzz: besideOthers) { root in
        root.text(box(0, 0, 64, 60), "a i bbb") { layer in
            layer.isWrapped = true
            layer.alignmentMode = .justified
            layer.fontSize = 24
        }
    } as: { root in
        root.text(box(0, 0, 64, 60), "a") { $0.fontSize = 24 }
        root.text(box(0, 0, 64, 60), "i\n") { layer in
            layer.fontSize = 24
            layer.alignmentMode = .right
        }
        root.text(box(0, 0, 64, 60), "\nbbb") { $0.fontSize = 24 }
    },
    same("text-right-to-left-is-the-letters-in-turn-from-the-left") { root in
        root.text(box(4, 4, 56, 30), "אבג") { $0.alignmentMode = .left }
    } as: {
        // Overridden, so that they run to the right.
        $0.text(box(4, 4, 56, 30), "\u{202D}גבא") { $0.alignmentMode = .left }
    },
    same("text-right-to-left-is-naturally-at-the-right") { root in
        root.text(box(4, 4, 56, 30), "שלום")
    } as: {
        $0.text(box(4, 4, 56, 30), "שלום") { $0.alignmentMode = .right }
    },
    same("text-brackets-are-mirrored") { root in
        root.text(box(4, 4, 56, 30), "(א") { $0.alignmentMode = .left }
    } as: {
        $0.text(box(4, 4, 56, 30), "\u{202D}א)") { $0.alignmentMode = .left }
    },
    same("text-composed-letters-are-as-marks") { root in
        root.text(box(4, 4, 56, 40), "e\u{301}a\u{308}n\u{303}")
    } as: {
        $0.text(box(4, 4, 56, 40), "éäñ")
    },
    same("text-truncated-at-the-end") { root in
        root.text(box(0, 8, 64, 30), "abcdefghij") { layer in
            typewriter(layer)
            layer.truncationMode = .end
        }
    } as: {
        $0.text(box(0, 8, 64, 30), "abcd…", typewriter)
    },
    same("text-truncated-at-the-start") { root in
        root.text(box(0, 8, 64, 30), "abcdefghij") { layer in
            typewriter(layer)
            layer.truncationMode = .start
        }
    } as: {
        $0.text(box(0, 8, 64, 30), "…ghij", typewriter)
    },
    same("text-truncated-in-the-middle") { root in
        root.text(box(0, 8, 64, 30), "abcdefghij") { layer in
            typewriter(layer)
            layer.truncationMode = .middle
        }
    } as: {
        $0.text(box(0, 8, 64, 30), "ab…ij", typewriter)
    },
    same("text-last-line-that-fits-is-truncated") { root in
        root.text(box(0, 4, 64, 50), "ab cd ef gh ij") { layer in
            typewriter(layer)
            layer.isWrapped = true
            layer.truncationMode = .end
        }
    } as: {
        $0.text(box(0, 4, 64, 50), "ab cd\nef g…", typewriter)
    },
    same("text-that-fits-is-not-truncated") { root in
        root.text(box(0, 4, 64, 30), "abcde") { layer in
            typewriter(layer)
            layer.truncationMode = .end
        }
    } as: {
        $0.text(box(0, 4, 64, 30), "abcde", typewriter)
    },
    same("text-layer-is-cut-at-its-bounds") { root in
        root.text(box(10, 10, 24, 12), "Wide") { $0.backgroundColor = Paint.white }
    } as: { root in
        root.add(box(10, 10, 24, 12), Paint.white) { clip in
            clip.masksToBounds = true
            clip.text(box(0, 0, 54, 40), "Wide")
        }
    },
    same("text-underlined-spaces-are-a-bar") { root in
        let string = NSMutableAttributedString(attributedString: attributed("\u{A0}\u{A0}\u{A0}\u{A0}"))
        string.addAttribute(
            key(kCTUnderlineStyleAttributeName), value: CTUnderlineStyle.single.rawValue,
            range: NSRange(location: 0, length: 4))
        string.addAttribute(key(kCTKernAttributeName), value: 4.443359375, range: NSRange(location: 0, length: 4))
        root.text(box(8, 8, 48, 40), string)
    } as: { root in
        // Four spaces of 569/2048 of 20 points and 4.443. The baseline is at 8 + 18.1, on a whole pixel 26; the middle of the
        // line is 142/2048 of 20 points below it, 27.4, and the line 1.5 thick: the pixels of row 27.
        root.add(box(8, 27, 40, 1), Paint.blue)
    },
]
