import Foundation
import OpenGLES

/// A group of an effect's properties. *Source*: Apple, GLKEffectProperty.h.
open class GLKEffectProperty: NSObject {}

/// The indices of a vertex's attributes, for `glVertexAttribPointer`. *Source*: Apple, GLKEffects.h.
public enum GLKVertexAttrib: GLint, Sendable {
    /// The vertex's position.
    case position = 0
    /// The surface's normal.
    case normal = 1
    /// The vertex's colour.
    case color = 2
    /// The coordinates in the first texture.
    case texCoord0 = 3
    /// The coordinates in the second texture.
    case texCoord1 = 4
}

/// An effect that can be applied to the next drawing. *Source*: Apple, GLKNamedEffect.h.
public protocol GLKNamedEffect: AnyObject {
    /// Makes OpenGL draw with the effect's present properties.
    func prepareToDraw()
}

/// The transforms of vertices. *Source*: Apple, GLKEffectPropertyTransform.h.
open class GLKEffectPropertyTransform: GLKEffectProperty {
    /// From model space to eye space; the identity at first.
    open var modelviewMatrix = GLKMatrix4Identity
    /// From eye space to clip space; the identity at first.
    open var projectionMatrix = GLKMatrix4Identity
    /// For normals, from model space to eye space: the inverse transpose of the model-view matrix's upper left 3 x 3
    /// elements.
    open var normalMatrix: GLKMatrix3 {
        GLKMatrix3InvertAndTranspose(GLKMatrix4GetMatrix3(modelviewMatrix), nil)
    }
}

/// Whether lighting is computed at vertices or at pixels. *Source*: Apple, GLKEffectPropertyLight.h.
public enum GLKLightingType: GLint, Sendable {
    /// At each vertex; colours between are interpolated.
    case perVertex = 0
    /// At each pixel, with interpolated normals.
    case perPixel = 1
}

/// A light: a point, a direction, or a spot. Colours are not premultiplied.
///
/// Setting `position` or `spotDirection` transforms it by `transform`'s model-view matrix at that time, as in OpenGL ES
/// 1.1: set the matrix first. *Source*: Apple, GLKEffectPropertyLight.h (with the defaults; a light of a
/// `GLKBaseEffect` is disabled at first).
open class GLKEffectPropertyLight: GLKEffectProperty {
    /// Whether it is enabled; true at first, except for an effect's lights.
    open var enabled = GLboolean(GL_TRUE)
    /// The position; if the fourth component is 0, the direction from which the light comes. (0, 0, 1, 0) at first.
    open var position = GLKVector4(v: (0, 0, 1, 0)) {
        didSet { eyePosition = GLKMatrix4MultiplyVector4(transform.modelviewMatrix, position) }
    }
    /// The ambient colour; black at first.
    open var ambientColor = GLKVector4(v: (0, 0, 0, 1))
    /// The colour on surfaces that face it; white at first.
    open var diffuseColor = GLKVector4(v: (1, 1, 1, 1))
    /// The colour of its reflections; white at first.
    open var specularColor = GLKVector4(v: (1, 1, 1, 1))
    /// The direction of a spot; (0, 0, -1) at first.
    open var spotDirection = GLKVector3(v: (0, 0, -1)) {
        didSet { eyeDirection = GLKMatrix4MultiplyVector3(transform.modelviewMatrix, spotDirection) }
    }
    /// The concentration of a spot's light in its middle, 0...128; 0 at first, for even light.
    open var spotExponent: GLfloat = 0
    /// The angle from a spot's middle to its edge, 0...90 degrees; 180, as at first, for no spot.
    open var spotCutoff: GLfloat = 180
    /// The constant term of the divisor by which distance reduces the light: constant + linear * distance + quadratic *
    /// distance squared; 1 at first.
    open var constantAttenuation: GLfloat = 1
    /// The factor of the distance in the divisor (`constantAttenuation`); 0 at first.
    open var linearAttenuation: GLfloat = 0
    /// The factor of the squared distance in the divisor (`constantAttenuation`); 0 at first.
    open var quadraticAttenuation: GLfloat = 0
    /// The transform of the position and the direction when they are set; the effect's own, for an effect's light.
    open var transform = GLKEffectPropertyTransform()

    var eyePosition = GLKVector4(v: (0, 0, 1, 0))
    var eyeDirection = GLKVector3(v: (0, 0, -1))
}

/// The material of surfaces. *Source*: Apple, GLKEffectPropertyMaterial.h; the defaults are those of OpenGL ES 1.1.
open class GLKEffectPropertyMaterial: GLKEffectProperty {
    /// The reflected part of ambient light; 0.2 at first.
    open var ambientColor = GLKVector4(v: (0.2, 0.2, 0.2, 1))
    /// The reflected part of diffuse light; 0.8 at first. Its alpha is the surface's.
    open var diffuseColor = GLKVector4(v: (0.8, 0.8, 0.8, 1))
    /// The colour of reflections; black at first.
    open var specularColor = GLKVector4(v: (0, 0, 0, 1))
    /// The emitted light; black at first.
    open var emissiveColor = GLKVector4(v: (0, 0, 0, 1))
    /// The exponent of reflections, 0...128: the higher, the smaller. 0 at first.
    open var shininess: GLfloat = 0
}

/// The kind of a texture. *Source*: Apple, GLKEffectPropertyTexture.h.
public enum GLKTextureTarget: GLenum, Sendable {
    /// A two-dimensional picture.
    case target2D = 0x0DE1
    /// A cube map. `GLKBaseEffect` ignores such textures.
    case targetCubeMap = 0x8513
    /// The number of kinds.
    case targetCt = 2
}

/// How a texture's colour is combined with the colour before. *Source*: Apple, GLKEffectPropertyTexture.h; glTexEnv.
public enum GLKTextureEnvMode: GLint, Sendable {
    /// Only the texture's colour and alpha.
    case replace = 0
    /// The product of both colours.
    case modulate = 1
    /// The texture over the colour before, by its alpha.
    case decal = 2
}

/// A texture of an effect. *Source*: Apple, GLKEffectPropertyTexture.h.
open class GLKEffectPropertyTexture: GLKEffectProperty {
    /// Whether it is enabled; true at first, except for an effect's textures.
    open var enabled = GLboolean(GL_TRUE)
    /// The texture's name in OpenGL; 0, for none, at first.
    open var name: GLuint = 0
    /// The kind of texture; two-dimensional at first.
    open var target = GLKTextureTarget.target2D
    /// How it is combined with the colour before; `modulate` at first.
    open var envMode = GLKTextureEnvMode.modulate
}

/// How fog grows with distance. *Source*: Apple, GLKEffectPropertyFog.h.
public enum GLKFogMode: GLint, Sendable {
    /// Visibility is e^(-density * distance).
    case exp = 0
    /// Visibility is e^(-(density * distance)^2).
    case exp2 = 1
    /// Visibility falls linearly from `start` to `end`.
    case linear = 2
}

/// Fog, which grows with distance. *Source*: Apple, GLKEffectPropertyFog.h.
open class GLKEffectPropertyFog: GLKEffectProperty {
    /// Whether it is enabled; false at first.
    open var enabled = GLboolean(GL_FALSE)
    /// The raw value of a `GLKFogMode`; `exp` at first, and for other numbers.
    open var mode = GLKFogMode.exp.rawValue
    /// The fog's colour; transparent black at first. Its alpha is ignored.
    open var color = GLKVector4()
    /// The density, 0 or more; 1 at first.
    open var density: GLfloat = 1
    /// The distance at which linear fog begins; 0 at first.
    open var start: GLfloat = 0
    /// The distance from which linear fog hides everything; 1 at first.
    open var end: GLfloat = 1
}
