import MicaDocuments
import QuartzCore

/// A Lottie document as one layer of a scene, beside a copy of it that runs at its own pace.
let lottieDocument = Example(
    "lottie-document",
    shows:
        "a night sky from a Lottie document: a crescent that is a disc less another, letters that rise one by one, a ring of rays and a line that draws itself",
    duration: 3, moment: 1.6
) { root, _ in
    root.backgroundColor = CGColor(srgbRed: 0.09, green: 0.11, blue: 0.22, alpha: 1)
    guard let document = try? Document(lottie: Array(nightSky.utf8), name: "night.json") else { return }
    document.rootLayer.position = CGPoint(x: 160, y: 120)
    root.addSublayer(document.rootLayer)
    // Any layer's time is the document's: this copy is small, and twice as fast from half a second on.
    guard let copy = try? Document(lottie: Array(nightSky.utf8), name: "night.json") else { return }
    copy.rootLayer.transform = CATransform3DMakeScale(0.25, 0.25, 1)
    copy.rootLayer.position = CGPoint(x: 272, y: 38)
    copy.rootLayer.beginTime = 0.5
    copy.rootLayer.speed = 2
    copy.rootLayer.fillMode = .both
    copy.rootLayer.borderWidth = 2
    copy.rootLayer.borderColor = CGColor(gray: 1, alpha: 0.5)
    root.addSublayer(copy.rootLayer)
}

/// The document, as a program would load it from a file: 320 x 240 points, 3 seconds.
private let nightSky = """
    {"v": "5.9.0", "nm": "Night", "fr": 60, "ip": 0, "op": 180, "w": 320, "h": 240, "assets": [],
     "fonts": {"list": [{"fName": "Helvetica-Bold", "fFamily": "Helvetica", "fStyle": "Bold", "ascent": 73}]},
     "layers": [
      {"ty": 5, "nm": "Words", "ind": 1, "ip": 0, "op": 180, "st": 0,
       "ks": {"p": {"k": [160, 200]}},
       "t": {"d": {"k": [{"t": 0, "s": {"t": "Good night", "f": "Helvetica-Bold", "s": 40, "j": 2,
         "fc": [0.98, 0.93, 0.8]}}]}, "m": {"g": 1, "a": {"k": [0, 0]}}, "p": {},
        "a": [{"s": {"t": 0, "b": 1, "r": 1, "sh": 2, "ne": {"k": 0}, "xe": {"k": 0}, "a": {"k": 100},
          "s": {"k": 0}, "e": {"k": 100},
          "o": {"a": 1, "k": [{"t": 10, "s": [-100], "o": {"x": [0.3], "y": [0]}, "i": {"x": [0.4], "y": [1]}},
           {"t": 100, "s": [100]}]}},
         "a": {"p": {"k": [0, 40]}, "o": {"k": 0}, "r": {"k": 30}, "fc": {"k": [0.5, 0.6, 1, 1]}}}]}},
      {"ty": 4, "nm": "Moon", "ind": 2, "ip": 0, "op": 180, "st": 0,
       "ks": {"p": {"k": [160, 92]}, "r": {"a": 1, "k": [{"t": 0, "s": [-20], "o": {"x": [0.4], "y": [0]},
         "i": {"x": [0.4], "y": [1]}}, {"t": 180, "s": [20]}]}},
       "sy": [{"ty": 1, "c": {"k": [1, 0.9, 0.5, 1]}, "o": {"k": 60}, "a": {"k": 90}, "d": {"k": 0}, "s": {"k": 24}}],
       "shapes": [{"ty": "gr", "nm": "Crescent", "it": [
         {"ty": "el", "p": {"k": [0, 0]}, "s": {"k": [96, 96]}},
         {"ty": "el", "p": {"a": 1, "k": [{"t": 0, "s": [70, -10], "o": {"x": [0.4], "y": [0]},
          "i": {"x": [0.4], "y": [1]}}, {"t": 120, "s": [26, -10]}]}, "s": {"k": [84, 84]}},
         {"ty": "mm", "mm": 3},
         {"ty": "gf", "t": 1, "o": {"k": 100}, "s": {"k": [-48, -48]}, "e": {"k": [48, 48]},
          "g": {"p": 2, "k": {"k": [0, 1, 0.96, 0.8, 1, 1, 0.75, 0.3]}}},
         {"ty": "tr"}]}]},
      {"ty": 4, "nm": "Rays", "ind": 3, "ip": 0, "op": 180, "st": 0,
       "ks": {"p": {"k": [160, 92]}, "r": {"a": 1, "k": [{"t": 0, "s": [0]}, {"t": 180, "s": [60]}]},
        "o": {"k": 60}},
       "shapes": [{"ty": "gr", "nm": "Ray", "it": [
          {"ty": "sr", "sy": 1, "pt": {"k": 4}, "p": {"k": [0, -76]}, "or": {"k": 7}, "ir": {"k": 2},
           "os": {"k": 0}, "is": {"k": 0}, "r": {"k": 0}},
          {"ty": "fl", "c": {"k": [0.8, 0.85, 1, 1]}, "o": {"k": 100}}, {"ty": "tr"}]},
         {"ty": "rp", "c": {"k": 12}, "o": {"k": 0}, "m": 1, "tr": {"ty": "tr", "p": {"k": [0, 0]},
          "a": {"k": [0, 0]}, "s": {"k": [100, 100]}, "r": {"k": 30}, "so": {"k": 100}, "eo": {"k": 100}}}]},
      {"ty": 4, "nm": "Line", "ind": 4, "ip": 0, "op": 180, "st": 0, "ks": {"p": {"k": [160, 216]}},
       "shapes": [{"ty": "gr", "nm": "Wave", "it": [
          {"ty": "sh", "ks": {"k": {"c": false, "v": [[-110, 0], [0, 0], [110, 0]],
           "i": [[0, 0], [-40, 16], [-40, -16]], "o": [[40, -16], [40, -16], [0, 0]]}}},
          {"ty": "tm", "s": {"k": 0}, "o": {"k": 0}, "m": 1, "e": {"a": 1, "k": [{"t": 40, "s": [0],
           "o": {"x": [0.5], "y": [0]}, "i": {"x": [0.5], "y": [1]}}, {"t": 120, "s": [100]}]}},
          {"ty": "st", "c": {"k": [1, 0.75, 0.3, 1]}, "o": {"k": 100}, "w": {"k": 3}, "lc": 2, "lj": 2},
          {"ty": "tr"}]}]}
     ]}
    """
